import { fileText, selectionWords } from '../edits.js';
import { end } from '../row.js';

/** @typedef {import('../row.js').Row} Row */

/**
 * The entries of a pattern that are selected, and the changes that are made to them.
 *
 * A derived class shows both.
 */
export class EntrySelection extends HTMLElement {
  /** @type {import('../pattern.js').Pattern | null} */
  pattern = null;
  /** @type {Set<number>} */
  selection = new Set();
  /** @type {{row: number, point: number} | null} */
  point = null;
  /**
   * The selected handle of an envelope: the AHAP name of its parameter.
   * @type {string | null}
   */
  handle = null;
  /**
   * The row on which keys act first.
   * @type {number | null}
   */
  focused = null;
  /**
   * The rows as a gesture shows them.
   * @type {Map<number, Row>}
   */
  moved = new Map();
  /**
   * The additions that are not answered yet, whose rows are selected when they appear.
   * @type {Set<object>}
   */
  #additions = new Set();

  /** Draws at the next frame. */
  draw() {}

  /** @param {number} _ a time that is shown */
  reveal(_) {}

  /** Lists the entries near the focused one for screen readers. */
  describe() {}

  /** The row whose envelope has handles: the only selected one, if it has an envelope. */
  get handled() {
    const [index] = this.selection;
    return this.selection.size === 1 && this.row(index)?.envelope ? index : null;
  }

  /**
   * Begins with a pattern, of which nothing is selected.
   * @param {import('../pattern.js').Pattern | null} pattern
   */
  begin(pattern) {
    this.pattern = pattern;
    this.selection = new Set();
    [this.focused, this.point, this.handle] = [null, null, null];
    this.#additions.clear();
  }

  /**
   * Keeps the selection after a change, or selects the rows that were added.
   * @param {{at: number, removed: number, added: number}} change
   */
  keepSelection({ at, removed, added }) {
    this.moved.clear();
    if (added !== removed) this.#shiftIndices(at, removed, added);
    if (this.#additions.size > 0 && added > removed) {
      this.selection = new Set(Array.from({ length: added }, (_, index) => at + index));
      [this.focused] = this.selection;
    }
  }

  /**
   * Keeps the selection on its rows after other rows were inserted or removed.
   * @param {number} at
   * @param {number} removed
   * @param {number} added
   */
  #shiftIndices(at, removed, added) {
    const shifted = (/** @type {number} */ index) => {
      if (index < at) return [index];
      return index >= at + removed ? [index + added - removed] : [];
    };
    this.selection = new Set([...this.selection].flatMap(shifted));
    this.focused = (this.focused === null ? [] : shifted(this.focused))[0] ?? null;
    [this.point, this.handle] = [null, null];
  }

  /**
   * @param {number} index
   * @returns {Row}
   */
  row(index) { return /** @type {Row} */ (this.pattern?.rows[index]); }

  /**
   * @param {Row} row
   * @returns {number | null} the index of a row; nil if it is not there anymore
   */
  indexOf(row) {
    const index = this.pattern?.rows.indexOf(row) ?? -1;
    return index < 0 ? null : index;
  }

  /** @returns {[number, Row][]} */
  selectedRows() { return [...this.selection].map((index) => [index, this.row(index)]); }

  /** @param {Iterable<number>} indices */
  select(indices) {
    this.selection = new Set(indices);
    [this.point, this.handle] = [null, null];
    this.describe();
    this.dispatchEvent(new Event('select'));
    this.draw();
  }

  /** @param {number} index */
  toggle(index) {
    if (!this.selection.delete(index)) this.selection.add(index);
    this.focusRow(index);
    this.select(this.selection);
  }

  /** @param {{row: number, point: number} | null} point */
  selectPoint(point) {
    this.point = point;
    this.dispatchEvent(new Event('select'));
    this.draw();
  }

  /** @param {number | null} index the row on which keys act first */
  focusRow(index) {
    this.focused = index;
    this.describe();
  }

  /**
   * Makes a change of the pattern.
   * @param {string} label
   * @param {string[][] | (() => string[][])} edits the edits, or a function that builds them when they are sent
   * @param {import('../pattern.js').EditOptions} [options]
   */
  async edit(label, edits, options = {}) {
    const { pattern } = this;
    return pattern !== null && this.attempt(() => pattern.edit(label, edits, options));
  }

  /**
   * Does `work`, and reports the reason if the server refuses it.
   * @param {() => Promise<unknown>} work
   * @returns {Promise<boolean>} whether it was done
   */
  async attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      this.moved.clear();
      this.draw();
      this.refuse(/** @type {Error} */ (error).message);
      return false;
    }
  }

  /** @param {string} reason the reason for which something cannot be done */
  refuse(reason) { this.dispatchEvent(new CustomEvent('refused', { detail: reason })); }

  /**
   * Adds rows, which are selected afterward.
   * @param {Row[]} rows
   * @param {string} label
   */
  add(rows, label) { return this.addText(fileText(rows), label); }

  /** Duplicates the selected entries after the last one, and selects the copies. */
  async duplicate() {
    const { pattern } = this;
    if (!pattern) return;
    await this.attempt(async () => {
      await pattern.settled();
      const before = pattern.rows;
      await pattern.edit('duplicate', () => (this.selection.size === 0
        ? [] : [['select', selectionWords(this.selection)], ['duplicate']]));
      if (this.pattern === pattern && pattern.rows.length > before.length) this.#choose(newRows(before, pattern.rows));
    });
  }

  /** @param {number[]} indices the rows that are selected and shown */
  #choose(indices) {
    const [first] = indices;
    if (first === undefined) return;
    this.focusRow(first);
    this.select(indices);
    this.reveal(Math.max(...indices.map((index) => end(this.row(index)))));
    this.reveal(Math.min(...indices.map((index) => this.row(index).time)));
  }

  /**
   * Adds the text of a pattern file, whose entries are selected afterward.
   * @param {string} added
   * @param {string} label
   * @param {number} [shift] seconds to add to the times
   */
  async addText(added, label, shift = 0) {
    const addition = {};
    this.#additions.add(addition);
    try {
      await this.edit(label, () => [['overlay', 'pattern']], { added, shift });
    } finally {
      this.#additions.delete(addition);
    }
  }

  /**
   * Adds a notation, whose entries are selected afterward.
   * @param {string} text
   * @param {number} start the time at which it begins, in seconds
   * @param {string} label
   */
  async insertText(text, start, label) { await this.#overlay(label, [], text, { shift: start }); }

  /**
   * Replaces the selected entries by a notation, whose entries are selected afterward.
   * @param {string} text
   * @param {number} [start] the time at which it begins, in seconds; by default that of the first selected entry
   */
  async replaceSelection(text, start) {
    const { revision } = this.pattern ?? {};
    const rows = [...this.selection];
    const shift = start ?? Math.min(...rows.map((index) => this.row(index).time));
    await this.#overlay('write as notation', rows, text, { shift, revision });
  }

  /**
   * Replaces rows by a notation, whose entries are selected afterward.
   * @param {string} label
   * @param {number[]} rows
   * @param {string} added
   * @param {import('../pattern.js').EditOptions} options
   */
  async #overlay(label, rows, added, options) {
    const { pattern } = this;
    if (!pattern) return;
    const overlay = ['overlay', 'notation'];
    const words = [['select', selectionWords(rows)], ['delete'], ['select', 'all'], overlay];
    const gone = new Set(rows);
    await pattern.settled();
    const kept = pattern.rows.filter((_, index) => !gone.has(index));
    await pattern.edit(label, rows.length > 0 ? words : () => [overlay], { added, ...options });
    // Another pattern may be shown before the answer arrives.
    if (this.pattern === pattern) this.select(newRows(kept, pattern.rows));
  }

  undo() { return this.attempt(async () => this.pattern?.undo()); }

  redo() { return this.attempt(async () => this.pattern?.redo()); }
}

/**
 * @param {Row[]} before
 * @param {Row[]} rows
 * @returns {number[]} the indices of the rows that were not there before
 */
function newRows(before, rows) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of before) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return [...rows.keys()].filter((index) => {
    const count = counts.get(key(rows[index])) ?? 0;
    counts.set(key(rows[index]), count - 1);
    return count <= 0;
  });
}

/**
 * @param {Row} row
 * @returns {string} a text that equal rows share
 */
function key({ length, ...row }) {
  const sorted = (/** @type {object} */ values) => Object.entries(values).sort(([one], [two]) => (one < two ? -1 : 1));
  return JSON.stringify(sorted({ ...row, parameters: sorted(row.parameters ?? {}) }));
}
