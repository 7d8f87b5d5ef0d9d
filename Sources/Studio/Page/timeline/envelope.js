import { set } from '../edits.js';
import { end, parameter } from '../row.js';
import { tables } from '../tables.js';
import { nextPoint } from './courses.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./timeline.js').Timeline} Timeline */
/** @typedef {import('./gestures.js').Gesture} Gesture */
/** @typedef {import('./hits.js').Hit} Hit */
/** @typedef {import('./hits.js').Place} Place */

/**
 * A handle of an envelope.
 * @typedef {object} Handle
 * @property {string} id the AHAP name of the parameter
 * @property {string} name
 * @property {number} place the place of the length in the envelope of the row
 * @property {number} from the seconds after the start of the row at which the length begins
 * @property {number} time the seconds after the start of the row at which the handle is
 * @property {number} part the part of the row's strength at which the handle is drawn
 */

/**
 * @param {Row} row
 * @returns {boolean} whether the envelope keeps its level until the event ends
 */
export const isSustained = (row) => parameter(row, 'Sustained') >= 0.5;

/**
 * @param {Row} row
 * @returns {Handle[]} the handles of the row in order of time; none without an envelope
 */
export function handles(row) {
  if (!row.envelope) return [];
  const [attack, decay, release] = row.envelope;
  const hold = end(row) - row.time;
  const attacked = { id: 'AttackTime', name: 'attack', place: 0, from: 0, time: attack, part: 1 };
  const decayed = { id: 'DecayTime', name: 'decay', place: 1, from: attack, time: attack + decay, part: 0 };
  const released = { id: 'ReleaseTime', name: 'release', place: 2, from: hold, time: hold + release, part: 0 };
  // A sustained event does not decay, and one that has decayed is not released.
  if (isSustained(row)) return [attacked, released];
  return attack + decay <= hold ? [attacked, decayed] : [attacked, decayed, released];
}

/**
 * @param {Row} row
 * @param {Handle} handle
 * @param {number} seconds the wanted length
 * @returns {{value: number, row: Row, text: string}} the value of the parameter, and the row with it
 */
function lengthened(row, handle, seconds) {
  const { seconds: range } = /** @type {import('../tables.js').Parameter} */ (tables.parameters.get(handle.id));
  const [shortest, longest] = /** @type {[number, number]} */ (range);
  const length = Math.min(longest, Math.max(shortest, seconds));
  // Lengths grow exponentially with the value.
  const value = +(Math.log(length / shortest) / Math.log(longest / shortest)).toFixed(6);
  const envelope = /** @type {[number, number, number]} */ ([...(row.envelope ?? [0, 0, 0])]);
  envelope[handle.place] = length;
  return {
    value, row: { ...row, envelope, parameters: { ...row.parameters, [handle.id]: value } },
    text: `${handle.name} ${(length * 1000).toFixed(length < 0.1 ? 1 : 0)} ms`,
  };
}

/**
 * Changes the attack, the decay or the release of a row.
 * @param {Timeline} timeline
 * @param {Hit} hit
 * @param {Place} from
 * @returns {Gesture | null}
 */
export function dragHandle(timeline, hit, from) {
  const revision = timeline.pattern?.revision;
  const row = timeline.row(hit.row);
  const handle = handles(row).find(({ id }) => id === hit.handle);
  if (!handle) return null;
  /** @type {number | null} */
  let value = null;
  return {
    move: (place, event) => {
      const by = ((place.x - from.x) * (event.shiftKey ? 0.1 : 1)) / timeline.view.scale;
      const time = timeline.snapped(row.time + handle.time + by, event, new Set([hit.row]));
      const changed = lengthened(row, handle, time - row.time - handle.from);
      value = changed.value;
      timeline.moved.set(hit.row, changed.row);
      timeline.hint(changed.text);
      timeline.draw();
    },
    finish: () => {
      if (value === null || value === row.parameters?.[handle.id]) return timeline.moved.clear();
      return timeline.edit(`change ${handle.name}`, [set(hit.row, handle.id, value)], { revision });
    },
  };
}

/**
 * Selects the next handle of the selected event, or the next point of the selected curve, on which the arrows act; after
 * the last one, none.
 * @param {Timeline} timeline
 */
export function nextHandle(timeline) {
  const { handled } = timeline;
  if (handled === null) {
    nextPoint(timeline);
    return;
  }
  const row = timeline.row(handled);
  const ids = handles(row).map(({ id }) => id);
  timeline.handle = ids[ids.indexOf(timeline.handle ?? '') + 1] ?? null;
  const handle = handles(row).find(({ id }) => id === timeline.handle);
  timeline.hint(handle && `${lengthened(row, handle, row.envelope?.[handle.place] ?? 0).text}: arrows left and right`);
  timeline.draw();
}

/**
 * Makes the length of the selected handle longer or shorter.
 * @param {Timeline} timeline
 * @param {number} seconds
 * @param {boolean} joins whether the change is undone together with the one before
 * @returns {boolean} whether a handle is selected
 */
export function nudgeHandle(timeline, seconds, joins) {
  const index = timeline.handled;
  const id = timeline.handle;
  if (index === null || id === null) return false;
  const name = handles(timeline.row(index)).find((handle) => handle.id === id)?.name;
  timeline.edit(`change ${name}`, () => {
    const row = timeline.row(index);
    const handle = handles(row).find((one) => one.id === id);
    if (!handle) return [];
    const changed = lengthened(row, handle, (row.envelope?.[handle.place] ?? 0) + seconds);
    timeline.hint(changed.text);
    return changed.value === row.parameters?.[id] ? [] : [set(index, id, changed.value)];
  }, { joins });
  return true;
}

/**
 * Makes the selected events sustained, or not.
 * @param {Timeline} timeline
 */
export function toggleSustained(timeline) {
  timeline.edit('change sustained', () => {
    const rows = timeline.selectedRows().filter(([, row]) => row.envelope);
    const isOn = !rows.every(([, row]) => isSustained(row));
    return rows.map(([index]) => set(index, 'Sustained', isOn ? 1 : 0));
  });
}
