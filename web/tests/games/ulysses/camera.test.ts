// The camera over the sea: it shows what it is told to, never beyond the drawing, and keeps what is under a finger.
import { beforeEach, describe, expect, it } from "vitest";
import { Camera } from "../../../src/games/ulysses/logic/camera.svelte";
import { EDGES } from "../../../src/games/ulysses/logic/projection";

const BOX = { left: 400, top: 200, right: 600, bottom: 300 };
let camera: Camera;

beforeEach(() => {
  camera = new Camera();
  camera.width = 800;
  camera.height = 600;
});

describe("the camera", () => {
  it("shows a box whole, in the middle", () => {
    camera.go(camera.fit(BOX), true);
    const [left, top] = camera.at(BOX.left, BOX.top);
    const [right, bottom] = camera.at(BOX.right, BOX.bottom);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(-0.001);
    expect(right).toBeLessThanOrEqual(800.001);
    expect(bottom).toBeLessThanOrEqual(600.001);
    expect((left + right) / 2).toBeCloseTo(400);
  });

  it("leaves room for what covers its edges", () => {
    camera.cover = { top: 200, right: 0, bottom: 0, left: 0 };
    camera.go(camera.fit(BOX), true);
    expect(camera.at(BOX.left, BOX.top)[1]).toBeGreaterThanOrEqual(199.999);
  });

  it("never looks beyond what is drawn", () => {
    camera.go(camera.fit(BOX), true);
    camera.pan(100_000, 100_000);
    const [left, top] = camera.at(EDGES.left, EDGES.top);
    expect(left).toBeCloseTo(0);
    expect(top).toBeCloseTo(0);
    camera.zoom(0.0001);
    expect(camera.at(EDGES.left, EDGES.top)[0]).toBeLessThanOrEqual(0.001);
    expect(camera.at(EDGES.right, EDGES.bottom)[0]).toBeGreaterThanOrEqual(799.999);
  });

  it("keeps the point under the fingers where it is while it comes closer", () => {
    camera.go(camera.fit({ left: 300, top: 100, right: 700, bottom: 400 }), true);
    const { sight } = camera;
    const point = { x: sight.x + 50 / sight.scale, y: sight.y + 30 / sight.scale };
    camera.zoom(1.3, 450, 330);
    const [x, y] = camera.at(point.x, point.y);
    expect(x).toBeCloseTo(450);
    expect(y).toBeCloseTo(330);
    expect(camera.moved).toBe(true);
  });

  it("comes only so close", () => {
    camera.zoom(1000);
    expect(camera.sight.scale).toBe(3.2);
  });
});
