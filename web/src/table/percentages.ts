// Shares as whole percentages that add up to 100 where the shares add up to 1: the largest remainders are rounded up.

/** >>> percentages([1/3, 1/3, 1/3]) is [34, 33, 33] */
export function percentages(shares: number[]): number[] {
  const whole = shares.map((share) => Math.floor(share * 100));
  const missing =
    Math.round(shares.reduce((sum, share) => sum + share, 0) * 100) - whole.reduce((a, b) => a + b, 0);
  const byRemainder = shares
    .map((share, n) => ({ n, rest: share * 100 - whole[n]! }))
    .sort((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of byRemainder.slice(0, Math.max(0, missing))) whole[n]! += 1;
  return whole;
}
