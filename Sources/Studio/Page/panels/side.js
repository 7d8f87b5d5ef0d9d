import { element } from '../dom.js';
import { Picture } from '../timeline/picture.js';
import { PatternVersion } from '../versions.js';

/** @typedef {import('../pattern.js').Pattern} Pattern */
/** @typedef {import('./compare.js').ComparePanel} ComparePanel */

/** The states that every file has, in addition to those of its history. */
const states = [['now', 'now'], ['opened', 'when it was opened']];

/**
 * One of two states that are compared: a file, and a state of the file.
 *
 * Events: `change` when another state is shown or the state has changed, `refused` with a reason.
 */
export class Side extends EventTarget {
  /** @type {Pattern | null} */
  pattern = null;
  picture = new Picture();
  #file = '';
  #state = 'now';
  /** The number of the last choice; the answer to an earlier one is not shown. */
  #choice = 0;
  /** Ends listening to the pattern that is shown. */
  #shown = new AbortController();

  /**
   * @param {string} name
   * @param {ComparePanel} panel
   */
  constructor(name, panel) {
    super();
    this.name = name;
    this.panel = panel;
    this.button = element('button', { 'aria-label': `hear ${name}`, title: `hear ${name} (B: the other one)` }, name);
    this.files = element('select', { 'aria-label': `file of ${name}` });
    this.states = element('select', { 'aria-label': `state of ${name}` });
    this.trim = element('span', { className: 'faint' });
    this.element = element('section', { 'aria-label': name },
      element('div', { className: 'side-head' }, this.button, this.files, this.states, this.trim), this.picture.element);
    this.files.onchange = () => this.choose(this.files.value, 'now');
    this.states.onchange = () => this.choose(this.#file, this.states.value);
  }

  get file() { return this.#file; }

  /**
   * Shows a state of a file.
   * @param {string} file
   * @param {string} state a row of `states`, or the number of changes in the state
   */
  async choose(file, state) {
    [this.#file, this.#state] = [file, state];
    const choice = ++this.#choice;
    try {
      const pattern = state === 'now' ? await this.panel.follow(file) : await this.#version(file, state);
      if (choice !== this.#choice || !pattern) return;
      this.#show(pattern);
    } catch (error) {
      this.dispatchEvent(new CustomEvent('refused', { detail: /** @type {Error} */ (error).message }));
    }
  }

  /** Shows the same state again, after the server has forgotten it. */
  async again() { await this.choose(this.#file, this.#state); }

  /**
   * @param {string} file
   * @param {string} state
   */
  async #version(file, state) {
    const { connection } = this.panel;
    if (!connection) return null;
    const count = state === 'opened' ? undefined : Number(state);
    const { comparison } = await connection.ask('compare', { ask: 'version', file, count });
    return new PatternVersion(file, connection, comparison);
  }

  /** @param {Pattern} pattern */
  #show(pattern) {
    this.#shown.abort();
    this.#shown = new AbortController();
    const { signal } = this.#shown;
    this.pattern = pattern;
    const changed = () => {
      this.picture.sort(pattern);
      this.dispatchEvent(new Event('change'));
    };
    pattern.addEventListener('change', () => {
      this.picture.marked = new Set();
      changed();
    }, { signal });
    pattern.addEventListener('sound', changed, { signal });
    this.picture.marked = new Set();
    changed();
  }

  /** Lists the files, and the states of the file that is shown. */
  async list() {
    const file = this.#file;
    fill(this.files, this.panel.files.map((name) => [name, name.replace(/\.ahap$/, '')]), file);
    const answer = await this.panel.connection?.ask('compare', { ask: 'steps', file }).catch(() => null);
    if (file !== this.#file || !answer) return;
    const steps = /** @type {{count: number, label: string}[]} */ (answer.comparison).map(({ count, label }) =>
      [`${count}`, count === 0 ? label : `after: ${label}`]);
    const all = [...states, ...steps];
    // A state that is not in the list anymore, because it was undone, is shown nevertheless.
    if (!all.some(([value]) => value === this.#state)) all.push([this.#state, 'a state that was undone']);
    fill(this.states, all, this.#state);
  }
}

/**
 * Fills a menu, unless it has the same rows already: a menu that is open would close.
 * @param {HTMLSelectElement} menu
 * @param {string[][]} rows values and texts
 * @param {string} value the row that is chosen
 */
function fill(menu, rows, value) {
  const present = [...menu.options].map((option) => [option.value, option.text]);
  if (JSON.stringify(present) !== JSON.stringify(rows)) {
    menu.replaceChildren(...rows.map(([row, text]) => element('option', { value: row }, text)));
  }
  menu.value = value;
}
