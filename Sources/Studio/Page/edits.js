import { isEvent } from './row.js';

/** @typedef {import('./row.js').Row} Row */

/**
 * @param {Iterable<number>} indices
 * @returns {string} a selection in the words of `haptic edit`
 */
export function selectionWords(indices) {
  const sorted = [...indices].sort((a, b) => a - b);
  const parts = [];
  for (let at = 0; at < sorted.length;) {
    let last = at;
    while (sorted[last + 1] === sorted[last] + 1) last += 1;
    parts.push(last > at ? `[${sorted[at]}..${sorted[last]}]` : `[${sorted[at]}]`);
    at = last + 1;
  }
  return parts.join(', ');
}

/**
 * @param {number} value
 * @returns {string} a number in the words of `haptic edit`
 */
export function number(value) { return `${+value.toFixed(6)}`; }

/**
 * The edits that move rows in time and change their values by the same amounts.
 * @param {Iterable<number>} selection
 * @param {{time?: number, intensity?: number, sharpness?: number}} by
 */
export function moveEdits(selection, by) {
  const words = selectionWords(selection);
  if (words === '') return [];
  const edits = [['select', words]];
  if (by.time) edits.push(['shift', number(by.time)]);
  if (by.intensity) edits.push(['raise-intensity', number(by.intensity)]);
  if (by.sharpness) edits.push(['raise-sharpness', number(by.sharpness)]);
  return edits.length > 1 ? edits : [];
}

/**
 * @param {number} index
 * @param {string} field
 * @param {number} value
 */
export function set(index, field, value) {
  return ['set', `Pattern[${index}].${field}`, number(value)];
}

/**
 * @param {number} index
 * @param {number} point
 * @param {{time?: number, value?: number}} to
 */
export function pointEdits(index, point, to) {
  const path = `ParameterCurveControlPoints[${point}]`;
  const edits = [];
  if (to.time !== undefined) edits.push(set(index, `${path}.Time`, to.time));
  if (to.value !== undefined) edits.push(set(index, `${path}.ParameterValue`, to.value));
  return edits;
}

/**
 * New rows as the text of a pattern file, which `overlay` can add.
 * @param {Row[]} rows
 */
export function fileText(rows) {
  const entries = rows.map((row) => {
    const time = Math.max(0, +row.time.toFixed(9));
    if (row.kind === 'curve') {
      const points = (row.points ?? []).map(([at, value]) => ({ Time: at, ParameterValue: value }));
      return {
        ParameterCurve: { ParameterID: row.control, Time: time, ParameterCurveControlPoints: points },
      };
    }
    if (!isEvent(row)) {
      return { Parameter: { ParameterID: row.control, Time: time, ParameterValue: row.value } };
    }
    const parameters = Object.entries(row.parameters ?? {})
      .map(([id, value]) => ({ ParameterID: id, ParameterValue: value }));
    return {
      Event: {
        Time: time,
        EventType: {
          transient: 'HapticTransient', continuous: 'HapticContinuous', tone: 'AudioContinuous',
          sound: 'AudioCustom', parameter: '', curve: '',
        }[row.kind],
        ...(row.duration === undefined ? {} : { EventDuration: row.duration }),
        ...(row.waveform === undefined ? {} : { EventWaveformPath: row.waveform }),
        EventParameters: parameters,
      },
    };
  });
  return JSON.stringify({ Version: 1, Pattern: entries });
}

/**
 * @param {number} time
 * @param {number} intensity
 * @param {number} sharpness
 * @returns {Row}
 */
export function tap(time, intensity, sharpness) {
  return {
    kind: 'transient', time,
    parameters: { HapticIntensity: +intensity.toFixed(3), HapticSharpness: +sharpness.toFixed(3) },
  };
}
