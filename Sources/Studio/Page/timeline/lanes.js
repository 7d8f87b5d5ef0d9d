import { isEvent } from '../row.js';
import { controlName, tables } from '../tables.js';
import { hitBlock, hitPoints, hitTap } from './hits.js';
import { paintIntensity, paintSharpness } from './paint-curves.js';
import { paintControl, paintEvents, paintSounds } from './paint-rows.js';
import { paintFeeling, paintSignal } from './paint-signal.js';
import { paintCaptions, paintLint, paintRuler } from './paint-time.js';

/** @typedef {import('../row.js').Row} Row */
/** @typedef {import('./painter.js').Frame} Frame */
/** @typedef {import('./hits.js').Target} Target */

/**
 * What decides which lanes are shown.
 * @typedef {object} Content
 * @property {Row[]} rows
 * @property {number} lint the number of findings
 * @property {number} captions the number of captions
 */

/**
 * A kind of lane: a row of the table below.
 * @typedef {object} LaneKind
 * @property {string} kind
 * @property {string} name
 * @property {number} height pixels
 * @property {boolean} [isFixed] whether the lane cannot be folded
 * @property {boolean} [isUnscaled] whether heights in the lane do not stand for values
 * @property {number} [low] the value at the lower edge; 0 by default
 * @property {number} [high] the value at the upper edge; 1 by default
 * @property {(content: Content) => boolean} [isShown] by default, always
 * @property {string} [draws] the control whose course the pen draws in the lane
 * @property {(row: Row) => boolean} [holds] whether a row belongs into the lane
 * @property {(frame: Frame, lane: Lane, indices: number[]) => void} paint paints the rows that are visible
 * @property {(target: Target, lane: Lane, row: Row, index: number) => void} [hit] finds what is under the pointer
 */

/** @typedef {LaneKind & {id: string, control?: string, top: number, isFolded: boolean, low: number, high: number}} Lane */

/** The height of a folded lane, in pixels. */
const foldedHeight = 18;

/** The pixels between two lanes. */
const gap = 4;

const isHaptic = (/** @type {Row} */ row) => row.kind === 'transient' || row.kind === 'continuous';
const isSound = (/** @type {Row} */ row) => row.kind === 'tone' || row.kind === 'sound';
const hasHaptics = (/** @type {Content} */ { rows }) => rows.some(isHaptic);

/**
 * The kinds of lanes, from top to bottom.
 *
 * The lane of controls is repeated for each control that the pattern sets.
 * @type {LaneKind[]}
 */
const kinds = [
  { kind: 'ruler', name: 'seconds', height: 24, isFixed: true, isUnscaled: true, paint: paintRuler },
  { kind: 'lint', name: 'lint', height: 20, isUnscaled: true, isShown: ({ lint }) => lint > 0, paint: paintLint },
  { kind: 'events', name: 'events', height: 150, holds: isHaptic, paint: paintEvents, hit: hitEvent },
  { kind: 'intensity', name: 'intensity', height: 56, isShown: hasHaptics, draws: 'HapticIntensityControl', paint: paintIntensity },
  { kind: 'sharpness', name: 'sharpness', height: 44, isShown: hasHaptics, draws: 'HapticSharpnessControl', paint: paintSharpness },
  { kind: 'sounds', name: 'sounds', height: 64, isShown: ({ rows }) => rows.some(isSound), holds: isSound, paint: paintSounds, hit: hitBlock },
  { kind: 'control', name: '', height: 70, paint: paintControl, hit: hitPoints },
  { kind: 'signal', name: 'signal', height: 64, low: -1, high: 1, paint: paintSignal },
  { kind: 'feeling', name: 'feeling dB', height: 70, low: -10, high: 50, paint: paintFeeling },
  { kind: 'captions', name: 'captions', height: 34, isUnscaled: true, isShown: ({ captions }) => captions > 0, paint: paintCaptions },
];

/**
 * @param {Target} target
 * @param {Lane} lane
 * @param {Row} row
 * @param {number} index
 */
function hitEvent(target, lane, row, index) {
  (row.kind === 'transient' ? hitTap : hitBlock)(target, lane, row, index);
}

/**
 * @param {Content} content
 * @returns {(LaneKind & {id: string, control?: string})[]} the lanes of a pattern
 */
function shownKinds(content) {
  const used = new Set(content.rows.map((row) => row.control));
  return kinds.flatMap((kind) => {
    if (kind.kind !== 'control') return kind.isShown?.(content) ?? true ? [{ ...kind, id: kind.kind }] : [];
    return [...tables.controls.values()].filter(({ id }) => used.has(id)).map((control) => ({
      ...kind, id: control.id, name: controlName(control), control: control.id, draws: control.id, low: control.low, high: control.high,
      holds: (/** @type {Row} */ row) => !isEvent(row) && row.control === control.id,
    }));
  });
}

/**
 * Places the lanes of a pattern below each other.
 * @param {Content} content
 * @param {Set<string>} folded the lanes that are folded
 * @param {number} height the height to fill
 * @returns {{lanes: Lane[], bottom: number}}
 */
export function arrange(content, folded, height) {
  const shown = shownKinds(content).map((kind) => {
    const isFolded = !kind.isFixed && folded.has(kind.id);
    return { ...kind, isFolded, height: isFolded ? foldedHeight : kind.height };
  });
  const spare = Math.max(0, height - shown.reduce((sum, lane) => sum + lane.height + gap, 0));
  let top = 0;
  const lanes = shown.map((lane) => {
    const grows = lane.kind === 'events' && !lane.isFolded;
    const height = lane.height + (grows ? spare : 0);
    const from = top;
    top += height + gap;
    return { low: 0, high: 1, ...lane, top: from, height };
  });
  return { lanes, bottom: top };
}

/**
 * Places some lanes below each other, which cannot be folded.
 * @param {[string, number][]} wanted the kinds, and their heights in pixels
 * @returns {Lane[]}
 */
export function placed(wanted) {
  let top = 0;
  return wanted.flatMap(([name, height]) => {
    const lanes = kinds.filter(({ kind }) => kind === name).map((kind) =>
      ({ low: 0, high: 1, ...kind, id: name, isFixed: true, isFolded: false, top, height }));
    top += height + gap;
    return lanes;
  });
}
