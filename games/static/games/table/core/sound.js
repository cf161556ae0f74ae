/** Short sounds made of tones and noise, as loud as the reader likes; none is longer than 0.6 s. */

import { setting, volume } from "../settings/settings.js";

/** @typedef {"card" | "flip" | "turn" | "short" | "impact" | "win" | "loss" | "call"} Sound */
/**
 * One part of a sound: start and length in seconds, loudness from 0 to 1, and either a tone, which
 * may glide to another pitch, or noise round a pitch.
 * @typedef {{at: number, for: number, loud: number, pitch: number, to?: number, noise?: boolean,
 *   wave?: OscillatorType}} Part
 */

/** @type {Record<Sound, Part[]>} */
const SOUNDS = {
  card: [{ at: 0, for: 0.09, loud: 0.5, pitch: 2400, to: 900, noise: true }],
  flip: [
    { at: 0, for: 0.06, loud: 0.4, pitch: 1200, to: 3000, noise: true },
    { at: 0.12, for: 0.08, loud: 0.6, pitch: 1800, to: 700, noise: true },
  ],
  turn: [
    { at: 0, for: 0.22, loud: 1, pitch: 523 },
    { at: 0.12, for: 0.36, loud: 1, pitch: 784 },
  ],
  short: [
    { at: 0, for: 0.16, loud: 1, pitch: 392 },
    { at: 0.22, for: 0.16, loud: 1, pitch: 392 },
  ],
  impact: [
    { at: 0, for: 0.5, loud: 1, pitch: 98, to: 55, wave: "triangle" },
    { at: 0, for: 0.12, loud: 0.7, pitch: 500, to: 200, noise: true },
  ],
  win: [
    { at: 0, for: 0.2, loud: 0.9, pitch: 523 },
    { at: 0.1, for: 0.2, loud: 0.9, pitch: 659 },
    { at: 0.2, for: 0.4, loud: 0.9, pitch: 1047 },
  ],
  loss: [
    { at: 0, for: 0.24, loud: 0.8, pitch: 330, to: 311, wave: "triangle" },
    { at: 0.2, for: 0.38, loud: 0.8, pitch: 247, to: 220, wave: "triangle" },
  ],
  call: [
    { at: 0, for: 0.22, loud: 1, pitch: 523 },
    { at: 0.14, for: 0.22, loud: 1, pitch: 659 },
    { at: 0.28, for: 0.3, loud: 1, pitch: 784 },
  ],
};

const LOUDEST = 0.12;
const SILENCE = 0.0001;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} half a second of noise, made once */
let hiss = null;

/**
 * Plays a sound, unless sounds are off or the reader has not touched the page yet.
 * @param {Sound} name
 */
export function play(name) {
  if (!context || !setting("sound")) return;
  for (const part of SOUNDS[name]) sound(context, part);
}

/** @param {AudioContext} made @param {Part} part */
function sound(made, { at, for: length, loud, pitch, to = pitch, noise = false, wave = "sine" }) {
  const start = made.currentTime + at;
  const gain = made.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(
    Math.max(LOUDEST * loud * volume(), SILENCE),
    start + Math.min(0.02, length / 4),
  );
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  const source = noise ? hissOf(made) : made.createOscillator();
  const glides = noise ? made.createBiquadFilter() : /** @type {OscillatorNode} */ (source);
  glides.frequency.setValueAtTime(pitch, start);
  glides.frequency.exponentialRampToValueAtTime(to, start + length);
  if (glides instanceof OscillatorNode) glides.type = wave;
  else {
    glides.type = "bandpass";
    source.connect(glides);
  }
  glides.connect(gain).connect(made.destination);
  source.start(start);
  source.stop(start + length);
}

/** @param {AudioContext} made */
function hissOf(made) {
  if (!hiss) {
    hiss = made.createBuffer(1, made.sampleRate / 2, made.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  }
  const source = made.createBufferSource();
  source.buffer = hiss;
  return source;
}

/** Browsers let a page sound only after the reader touched it. */
export function wakeSound() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
