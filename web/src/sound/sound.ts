// A few small sounds, made here and not loaded. Quiet unless the reader wants them.
import { preferences } from "../components/preferences.svelte";

/** Tones of each sound: pitch in hertz, when it begins and how long it rings, in seconds. */
const SOUNDS = {
  turn: [
    [659, 0, 0.5],
    [988, 0.11, 0.7],
  ],
  move: [[294, 0, 0.14]],
  undo: [
    [440, 0, 0.16],
    [330, 0.09, 0.22],
  ],
  chat: [[784, 0, 0.18]],
  end: [
    [523, 0, 0.8],
    [659, 0.14, 0.8],
    [784, 0.28, 0.9],
    [1047, 0.42, 1.3],
  ],
} as const satisfies Record<string, readonly (readonly [number, number, number])[]>;

const LOUDNESS = 0.07;
let context: AudioContext | null = null;

/** Play a sound, if the reader wants to hear any. */
export function sound(name: keyof typeof SOUNDS): void {
  if (!preferences.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const [pitch, begin, length] of SOUNDS[name])
    ring(context, pitch, context.currentTime + begin, length);
}

/** One tone like that of a small glass bell: it begins at once and dies away. */
function ring(at: AudioContext, pitch: number, begin: number, length: number): void {
  const loud = at.createGain();
  loud.gain.setValueAtTime(0, begin);
  loud.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.008);
  loud.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  loud.connect(at.destination);
  for (const [times, part] of [
    [1, 1],
    [2.76, 0.18],
  ] as const) {
    const tone = at.createOscillator();
    const share = at.createGain();
    tone.frequency.value = pitch * times;
    share.gain.value = part;
    tone.connect(share).connect(loud);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
