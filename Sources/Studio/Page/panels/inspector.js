import { element } from '../dom.js';
import { number, selectionWords, set } from '../edits.js';
import { end, isEvent, parameter, words } from '../row.js';
import { controlOf, tables } from '../tables.js';
import { NotationBox } from './notation.js';

/** @typedef {import('../pattern.js').Row} Row */
/** @typedef {{id: string, name: string, low: number, high: number, step: number}} Field */
/** @typedef {import('../pattern.js').Pattern['lint'][0]} Finding */

/** The largest time that a field accepts, in seconds. */
const longest = 1e6;

/**
 * @param {string} id
 * @returns {Field} the field of a parameter of events
 */
function parameterField(id) {
  const { name, low, high } = /** @type {import('../tables.js').Parameter} */ (tables.parameters.get(id));
  return { id, name, low, high, step: id === 'Sustained' ? 1 : 0.01 };
}

/**
 * @param {Row} row
 * @returns {[Field, number][]} the fields of an event, and their values
 */
function eventFields(row) {
  const time = (/** @type {string} */ id, /** @type {string} */ name) => ({ id, name, low: 0, high: longest, step: 0.001 });
  /** @type {[Field, number][]} */
  const made = [[time('Time', 'time, s'), row.time]];
  if (row.kind !== 'transient') made.push([time('EventDuration', 'duration, s'), row.duration ?? 0]);
  for (const { id, initial, kinds } of tables.parameters.values()) {
    if (kinds.includes(row.kind)) made.push([parameterField(id), row.parameters?.[id] ?? initial]);
  }
  return made;
}

/** The panel with the values of what is selected, a box for notation, and what lint has found. */
export class Inspector extends HTMLElement {
  /** @type {import('../timeline/timeline.js').Timeline | null} */
  timeline = null;
  #selection = element('section', { 'aria-label': 'selection' });
  notation = new NotationBox();
  #lint = element('section', { 'aria-label': 'lint' });
  /**
   * The findings that are shown.
   * @type {object | undefined}
   */
  #findings = undefined;

  connectedCallback() {
    this.append(this.#selection, this.notation.element, this.#lint);
  }

  /** @param {import('../timeline/timeline.js').Timeline} timeline */
  watch(timeline) {
    this.timeline = timeline;
    this.notation.watch(timeline);
    timeline.addEventListener('select', () => this.#show());
    timeline.addEventListener('lint', (event) => {
      const item = this.#lint.querySelectorAll('li')[/** @type {CustomEvent} */ (event).detail];
      item?.scrollIntoView({ block: 'nearest' });
      item?.querySelector('summary')?.focus();
    });
  }

  #show() {
    this.#showSelection();
    this.#showLint();
  }

  #showSelection() {
    const { timeline } = this;
    const rows = timeline?.selectedRows().filter(([, row]) => row) ?? [];
    const children = [element('h2', {}, 'Selection')];
    if (rows.length === 0) {
      children.push(element('p', { className: 'faint' }, timeline?.pattern?.description ?? ''),
        ...this.#lengthField([], timeline?.pattern?.seconds ?? 0));
    } else if (rows.length === 1) {
      const [[index, row]] = rows;
      children.push(element('p', {}, words(row)));
      children.push(...(isEvent(row) ? this.#eventFields(index, row)
        : [...this.#controlFields(index, row), ...this.#lengthField([index], end(row) - row.time)]));
    } else {
      const length = Math.max(...rows.map(([, row]) => end(row))) - Math.min(...rows.map(([, row]) => row.time));
      children.push(element('p', {}, `${rows.length} entries`), ...this.#manyFields(rows),
        ...this.#lengthField(rows.map(([index]) => index), length));
    }
    this.#selection.replaceChildren(...children);
  }

  /** Moves the keyboard to the length of the selection, or of the whole pattern. */
  focusLength() {
    const input = this.#selection.querySelector('[data-length] input, [data-field=EventDuration] input');
    input?.focus();
    input?.select();
  }

  /**
   * @param {number[]} selection the rows that are stretched; empty for the whole pattern
   * @param {number} length the present length
   * @returns {HTMLElement[]} the field of the length; none if there is nothing to stretch
   */
  #lengthField(selection, length) {
    if (!(length > 0.0005)) return [];
    const revision = this.timeline?.pattern?.revision;
    const field = { id: 'length', name: 'length, s', low: 0.001, high: longest, step: 0.01 };
    const label = this.#field(field, length, (seconds) =>
      this.timeline?.edit(`fit into ${number(seconds)} s`, [
        ...(selection.length > 0 ? [['select', selectionWords(selection)]] : []), ['stretch', `${number(seconds)}s`],
      ], { revision }));
    label.title = 'stretches all times to this length (X)';
    label.setAttribute('data-length', '');
    return [label];
  }

  /**
   * @param {number} index
   * @param {Row} row
   */
  #eventFields(index, row) {
    const revision = this.timeline?.pattern?.revision;
    return eventFields(row).map(([field, present]) => this.#field(field, present, (value) =>
      this.timeline?.edit(`change ${field.name}`, [set(index, field.id, value)], { revision })));
  }

  /**
   * @param {number} index
   * @param {Row} row
   */
  #controlFields(index, row) {
    const revision = this.timeline?.pattern?.revision;
    const range = controlOf(row);
    const field = (/** @type {string} */ name, /** @type {string} */ path, /** @type {number} */ value,
      /** @type {number} */ low = range.low, /** @type {number} */ high = range.high) =>
      this.#field({ id: path, name, low, high, step: 0.01 }, value, (to) =>
        this.timeline?.edit(`change ${name}`, [set(index, path, to)], { revision }));
    const made = [field('time, s', 'Time', row.time, 0, longest)];
    if (row.kind === 'parameter') made.push(field('value', 'ParameterValue', row.value ?? 0));
    const at = this.timeline?.point;
    if (row.points && at?.row === index && row.points[at.point]) {
      const path = `ParameterCurveControlPoints[${at.point}]`;
      made.push(
        field('point time, s', `${path}.Time`, row.points[at.point][0], 0, longest),
        field('point value', `${path}.ParameterValue`, row.points[at.point][1]));
    }
    return made;
  }

  /** @param {[number, Row][]} rows */
  #manyFields(rows) {
    const revision = this.timeline?.pattern?.revision;
    return ['HapticIntensity', 'HapticSharpness'].map(parameterField).flatMap((field) => {
      const kinds = tables.parameters.get(field.id)?.kinds ?? [];
      const values = rows.filter(([, row]) => kinds.includes(row.kind))
        .map(([, row]) => parameter(row, field.id));
      if (values.length === 0) return [];
      const isSame = values.every((value) => value === values[0]);
      return [this.#field(field, isSame ? values[0] : null, (value) =>
        this.timeline?.edit(`change ${field.name}`, [
          ['select', selectionWords(rows.map(([index]) => index))],
          ['set', field.id, `${value}`],
        ], { revision }))];
    });
  }

  /**
   * @param {Field} field
   * @param {number | null} value nil if several differ
   * @param {(value: number) => void} change
   */
  #field(field, value, change) {
    const input = element('input', {
      type: 'number', min: field.low, max: field.high, step: field.step,
      value: value === null ? '' : +value.toFixed(6), placeholder: value === null ? 'mixed' : '',
    });
    const slider = field.high - field.low <= 2 && field.step < 1 ? element('input', {
      type: 'range', min: field.low, max: field.high, step: field.step, value: value ?? field.low,
      'aria-label': `${field.name}, slider`, tabIndex: -1,
    }) : null;
    const send = (/** @type {HTMLInputElement} */ from) => {
      const to = Number(from.value);
      if (from.value === '' || Number.isNaN(to) || to === value) return;
      change(Math.min(field.high, Math.max(field.low, to)));
    };
    input.onchange = () => send(input);
    if (slider) {
      slider.oninput = () => { input.value = slider.value; };
      slider.onchange = () => send(slider);
    }
    return element('label', { className: 'field', 'data-field': field.id }, element('span', {}, field.name), input,
      ...(slider ? [slider] : []));
  }

  #showLint() {
    const pattern = this.timeline?.pattern;
    // What somebody has opened stays open while other things are selected.
    if (this.#findings === pattern?.lint) return;
    this.#findings = pattern?.lint;
    const lint = pattern?.lint ?? [];
    const open = new Set([...this.#lint.querySelectorAll('details[open] > summary')].map((one) => one.textContent));
    const items = lint.map((finding) => {
      const text = `${finding.rule} ${finding.message}`;
      return element('li', { className: finding.severity },
        element('details', { open: open.has(text) }, element('summary', {}, text),
          element('p', {}, finding.why), element('p', {}, finding.fix),
          element('p', { className: 'faint' }, finding.guideline), ...this.#fixButton(finding.rule, lint)));
    });
    const fix = lint.some(isFixable)
      ? [element('button', { title: 'correct all findings that can be corrected automatically', onclick: () => this.#fix() }, 'Fix all')] : [];
    this.#lint.replaceChildren(element('h2', {}, `Lint: ${lint.length || 'nothing found'}`),
      ...(lint.length > 0 ? [element('ul', {}, ...items)] : []), ...fix);
  }

  /**
   * @param {string} rule
   * @param {Finding[]} lint
   * @returns {HTMLElement[]} the button that corrects the findings of a rule, if they can be corrected automatically
   */
  #fixButton(rule, lint) {
    const count = lint.filter((finding) => finding.rule === rule && isFixable(finding)).length;
    const text = count > 1 ? `Fix ${rule} at ${count} places` : `Fix ${rule}`;
    return count > 0 ? [element('button', { onclick: () => this.#fix(rule) }, text)] : [];
  }

  /** @param {string} [rule] the rule whose findings are corrected; by default all */
  #fix(rule) {
    const { timeline } = this;
    timeline?.attempt(async () => timeline.pattern?.fix(rule));
  }
}

/** @param {Finding} finding */
const isFixable = (finding) => finding.fixable && !finding.accepted;

customElements.define('haptic-inspector', Inspector);
