// The face of the game.
import type { Face } from "../face";
import Board from "./Board.svelte";

const face: Face = {
  Board,
  Miniature: Board as never,
  ask: (scene) => String(scene.view.asked),
  label: (choice) => choice.notation,
  isDrawn: () => false,
  tell: (told) => told.words,
  places: () => [],
  foresee: (tried) => tried.told.map((told) => told.words),
  points: () => null,
  text: () => [],
  ending: () => "",
};

export default face;
