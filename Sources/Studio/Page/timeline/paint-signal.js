import { labelWidth, y } from './scale.js';

/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./lanes.js').Lane} Lane */

/** The steps of the course in a second. */
const steps = 100;

/**
 * Calls `paint` for each pixel, with the values of the course there.
 * @param {Frame} frame
 * @param {(x: number, low: number, high: number, level: number) => void} paint
 */
function eachPixel({ view, pattern }, paint) {
  const course = pattern?.course ?? new Float32Array();
  const count = course.length / 3;
  for (let x = labelWidth; x < view.width; x += 1) {
    const first = Math.floor(view.seconds(x) * steps);
    if (first >= count) return;
    const last = Math.min(count - 1, Math.max(first, Math.ceil(view.seconds(x + 1) * steps) - 1));
    let [low, high, level] = [Infinity, -Infinity, -60];
    for (let step = Math.max(0, first); step <= last; step += 1) {
      low = Math.min(low, course[3 * step]);
      high = Math.max(high, course[3 * step + 1]);
      level = Math.max(level, course[3 * step + 2]);
    }
    paint(x, low, high, level);
  }
}

/**
 * Calls `paint` for each pixel, with the extremes of the samples there; those of the course while samples are loaded.
 * @param {Frame} frame
 * @param {(x: number, low: number, high: number) => void} paint
 */
function eachSample(frame, paint) {
  const { view, pattern } = frame;
  const sound = pattern?.sound;
  if (!sound) return;
  eachPixel(frame, (x, low, high) => {
    const first = Math.max(0, Math.floor(view.seconds(x) * sound.rate));
    // A pixel between two samples shows both.
    const end = Math.min(sound.frames, Math.max(first + 2, Math.ceil(view.seconds(x + 1) * sound.rate)));
    let [least, most] = [Infinity, -Infinity];
    for (let at = first; at < end; at += 1) {
      const samples = frame.samples(sound.blocks[Math.floor(at / sound.blockFrames)]);
      if (!samples) return paint(x, low, high);
      const index = 2 * (at % sound.blockFrames);
      least = Math.min(least, samples[index], samples[index + 1]);
      most = Math.max(most, samples[index], samples[index + 1]);
    }
    return paint(x, least, most);
  });
}

/**
 * Paints the samples that are heard.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintSignal(frame, lane) {
  const { brush, view } = frame;
  // The steps of the course are wider than a pixel.
  (view.scale > steps ? eachSample : eachPixel)(frame, (x, low, high) => {
    if (high > low) brush.fill(x, y(lane, high), 1, Math.max(1, y(lane, low) - y(lane, high)), brush.colors.signal);
  });
}

/**
 * Paints how strong the pattern feels, above and below the threshold of feeling.
 * @param {Frame} frame
 * @param {Lane} lane
 */
export function paintFeeling(frame, lane) {
  const { brush, view } = frame;
  brush.line(labelWidth, y(lane, 0), view.width, y(lane, 0), brush.colors.warning, [4, 4]);
  /** @type {[number, number][]} */
  const points = [];
  eachPixel(frame, (x, low, high, level) => {
    points.push([x, y(lane, Math.max(lane.low, Math.min(lane.high, level)))]);
  });
  brush.path(points, brush.colors.ink);
}
