/** The short sounds of a table as tones and noise, for any audio context; none is longer than 0.6 s. */

/**
 * One part of a sound: start and length in seconds, loudness from 0 to 1, and either a tone, which
 * may glide to another pitch, or noise around a pitch.
 * @typedef {{at: number, for: number, loud: number, pitch: number, to?: number, noise?: boolean,
 *   wave?: OscillatorType}} Part
 * @typedef {keyof typeof SOUNDS} Sound
 */

/** Rising ticks, for a running counter. @param {number} count @param {number} apart seconds between two @returns {Part[]} */
const climbingTicks = (count, apart) =>
  Array.from({ length: count }, (_, index) => ({
    at: index * apart,
    for: 0.035,
    loud: 1,
    pitch: 620 * 1.06 ** index,
    wave: "triangle",
  }));

/**
 * The level and the parts of each sound. After a change, run `python -m bench.sounds`, which measures
 * the results; docs/SOUNDS.md has their bounds.
 * @satisfies {Record<string, {level: number, parts: Part[]}>}
 */
export const SOUNDS = {
  card: { level: 0.73, parts: [{ at: 0, for: 0.09, loud: 1, pitch: 2400, to: 900, noise: true }] },
  flip: {
    level: 1.2,
    parts: [
      { at: 0, for: 0.06, loud: 0.7, pitch: 1200, to: 3000, noise: true },
      { at: 0.12, for: 0.08, loud: 1, pitch: 1800, to: 700, noise: true },
    ],
  },
  turn: {
    level: 0.29,
    parts: [
      { at: 0, for: 0.22, loud: 1, pitch: 523 },
      { at: 0.12, for: 0.36, loud: 1, pitch: 784 },
    ],
  },
  short: {
    level: 0.36,
    parts: [
      { at: 0, for: 0.16, loud: 1, pitch: 392 },
      { at: 0.22, for: 0.16, loud: 1, pitch: 392 },
    ],
  },
  impact: {
    level: 0.48,
    parts: [
      { at: 0, for: 0.5, loud: 1, pitch: 98, to: 55, wave: "triangle" },
      { at: 0, for: 0.12, loud: 0.7, pitch: 500, to: 200, noise: true },
    ],
  },
  race: { level: 0.19, parts: climbingTicks(9, 0.05) },
  hit: {
    level: 0.6,
    parts: [
      { at: 0, for: 0.16, loud: 1, pitch: 190, to: 80, wave: "triangle" },
      { at: 0, for: 0.05, loud: 0.8, pitch: 1500, to: 600, noise: true },
    ],
  },
  win: {
    level: 0.25,
    parts: [
      { at: 0, for: 0.2, loud: 1, pitch: 523 },
      { at: 0.1, for: 0.2, loud: 1, pitch: 659 },
      { at: 0.2, for: 0.4, loud: 1, pitch: 1047 },
    ],
  },
  loss: {
    level: 0.36,
    parts: [
      { at: 0, for: 0.24, loud: 1, pitch: 330, to: 311, wave: "triangle" },
      { at: 0.2, for: 0.38, loud: 1, pitch: 247, to: 220, wave: "triangle" },
    ],
  },
  call: {
    level: 0.25,
    parts: [
      { at: 0, for: 0.22, loud: 1, pitch: 523 },
      { at: 0.14, for: 0.22, loud: 1, pitch: 659 },
      { at: 0.28, for: 0.3, loud: 1, pitch: 784 },
    ],
  },
};

const SILENCE = 0.0001;

/** A second of noise for each context, made once. @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noiseBuffers = new WeakMap();

/**
 * Schedules a sound in an audio context.
 * @param {BaseAudioContext} context
 * @param {Sound} name
 * @param {number} at in seconds of the context
 * @param {number} volume 0 to 1
 */
export function scheduleSound(context, name, at, volume) {
  const { level, parts } = SOUNDS[name];
  for (const part of parts) schedulePart(context, part, at, level * volume);
}

/** @param {BaseAudioContext} context @param {Part} part @param {number} begin @param {number} level */
function schedulePart(
  context,
  { at, for: length, loud, pitch, to = pitch, noise = false, wave = "sine" },
  begin,
  level,
) {
  const start = begin + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(
    Math.max(level * loud, SILENCE),
    start + Math.min(0.02, length / 4),
  );
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  const source = noise ? hissOf(context) : context.createOscillator();
  const glides = noise ? context.createBiquadFilter() : /** @type {OscillatorNode} */ (source);
  glides.frequency.setValueAtTime(pitch, start);
  glides.frequency.exponentialRampToValueAtTime(to, start + length);
  if (glides instanceof OscillatorNode) glides.type = wave;
  else {
    glides.type = "bandpass";
    source.connect(glides);
  }
  glides.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

/**
 * Noise from a fixed seed, so that a sound and its measurements are the same every time.
 * @param {BaseAudioContext} context
 */
function hissOf(context) {
  let hiss = noiseBuffers.get(context);
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    let seed = 1;
    for (let index = 0; index < samples.length; index += 1) {
      seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
      samples[index] = seed / 2 ** 31;
    }
    noiseBuffers.set(context, hiss);
  }
  const source = context.createBufferSource();
  source.buffer = hiss;
  return source;
}
