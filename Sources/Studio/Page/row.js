import { controlName, controlOf, tables } from './tables.js';

/**
 * @typedef {object} Row an entry of the file, as in `EntryRow`
 * @property {'transient' | 'continuous' | 'tone' | 'sound' | 'parameter' | 'curve'} kind
 * @property {number} time
 * @property {number} [duration]
 * @property {Record<string, number>} [parameters]
 * @property {string} [control]
 * @property {number} [value]
 * @property {[number, number][]} [points]
 * @property {[number, number, number]} [envelope] attack, decay and release, in seconds
 * @property {string} [waveform]
 * @property {number} [length] the seconds of the sound file, once they are known
 */

/**
 * @param {Row} row
 * @param {string} id
 * @returns {number} the value of a parameter, limited to its range
 */
export function parameter(row, id) {
  const { low, high, initial } = /** @type {import('./tables.js').Parameter} */ (tables.parameters.get(id));
  return Math.min(high, Math.max(low, row.parameters?.[id] ?? initial));
}

/**
 * @param {Row} row
 * @returns {boolean} whether the row is an event
 */
export const isEvent = (row) => row.kind !== 'curve' && row.kind !== 'parameter';

/**
 * @param {Row} row
 * @returns {number} the time at which the row ends, in seconds
 */
export function end(row) {
  if (row.kind === 'curve') return row.time + Math.max(0, ...(row.points ?? []).map((p) => p[0]));
  return row.time + (row.duration ?? row.length ?? 0);
}

/**
 * The envelope of a vibration or tone: seconds after its start, and parts of its strength.
 * @param {Row} row
 * @returns {[number, number][]}
 */
export function envelope(row) {
  const hold = end(row) - row.time;
  if (!row.envelope) return [[0, 0], [0, 1], [hold, 1], [hold, 0]];
  const [attack, decay, release] = row.envelope;
  const isSustained = parameter(row, 'Sustained') >= 0.5;
  const level = isSustained || hold < attack
    ? Math.min(1, hold / attack) : Math.max(0, 1 - (hold - attack) / decay);
  /** @type {[number, number][]} */
  const points = [[0, 0]];
  if (hold > attack) points.push([attack, 1]);
  if (!isSustained && hold > attack + decay) points.push([attack + decay, 0]);
  return [...points, [hold, level], [hold + release, 0]];
}

/**
 * @param {Row} row
 * @returns {string} the row for people and screen readers
 */
export function words(row) {
  const seconds = (/** @type {number} */ time) => `${+time.toFixed(4)} s`;
  if (row.kind === 'curve') {
    return `curve of ${controlName(controlOf(row))}, from ${seconds(row.time)}, `
      + `${row.points?.length} points`;
  }
  if (row.kind === 'parameter') {
    return `${controlName(controlOf(row))} ${row.value} at ${seconds(row.time)}`;
  }
  const duration = row.duration ? `, ${seconds(row.duration)} long` : '';
  const strength = row.kind === 'tone' || row.kind === 'sound'
    ? `volume ${+parameter(row, 'AudioVolume').toFixed(3)}`
    : `intensity ${+parameter(row, 'HapticIntensity').toFixed(3)}, `
      + `sharpness ${+parameter(row, 'HapticSharpness').toFixed(3)}`;
  const sustain = row.envelope ? `, ${parameter(row, 'Sustained') >= 0.5 ? 'sustained' : 'decaying'}` : '';
  return `${row.kind} at ${seconds(row.time)}${duration}, ${strength}${sustain}`;
}
