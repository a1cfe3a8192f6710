// The shapes of the jungle from above, round the origin with a reach of one: round crowns and palms.
function round(lobes: number, depth: number): string {
  const at = (n: number, reach: number): string => {
    const angle = (n * Math.PI * 2) / lobes;
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  };
  const arcs = Array.from({ length: lobes }, (_, n) => `Q${at(n + 0.5, 1 + depth)} ${at(n + 1, 1 - depth)}`);
  return `M${at(0, 1 - depth)}${arcs.join("")}Z`;
}

function fronds(count: number, wide: number): string {
  const turned = (angle: number, x: number, y: number): string =>
    `${(x * Math.cos(angle) - y * Math.sin(angle)).toFixed(2)} ${(x * Math.sin(angle) + y * Math.cos(angle)).toFixed(2)}`;
  return Array.from({ length: count }, (_, n) => {
    const angle = (n * Math.PI * 2) / count + (n % 2) * 0.18;
    const reach = n % 2 ? 0.86 : 1.1;
    const [left, tip, right] = [
      turned(angle, reach * 0.55, -wide),
      turned(angle, reach, wide * 0.2),
      turned(angle, reach * 0.5, wide),
    ];
    return `M0 0Q${left} ${tip}Q${right} 0 0Z`;
  }).join("");
}

export const CROWN = round(9, 0.13);
export const TUFT = round(6, 0.16);
export const PALM = fronds(9, 0.3);
export const SPINES = Array.from({ length: 9 }, (_, n) => {
  const angle = (n * Math.PI * 2) / 9 + (n % 2) * 0.18;
  const reach = n % 2 ? 0.7 : 0.92;
  return `M0 0L${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
}).join("");
