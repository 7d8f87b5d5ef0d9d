import { element } from '../dom.js';
import { merged } from './merge.js';

/** @typedef {import('./scenario.js').ScenarioFile} ScenarioFile */

/**
 * The text of a file, with its problems.
 *
 * What somebody writes is kept with the file until it is saved or discarded.
 *
 * Events: `write` with a text, `draft` when a text is written or discarded.
 */
export class ScenarioTextBox extends HTMLElement {
  /** @type {ScenarioFile | null} */
  #scenario = null;
  #box = element('textarea', {
    rows: 16, spellcheck: false, wrap: 'off', 'aria-label': 'text of the file', title: 'Ctrl+Enter saves the text, Escape discards it',
  });
  #save = element('button', { title: 'save the text (Ctrl+Enter)', onclick: () => this.#write() }, 'Save the text');
  #merge = element('button', { title: 'put the changes of the file into your text, which is not saved yet', onclick: () => this.#take() }, 'Add the changes to my text');
  #overwrite = element('button', { title: 'replace the text of the file by yours', onclick: () => this.#tell() }, 'Save my text instead');
  #discard = element('button', { title: 'show the text of the file (Escape)', onclick: () => this.#drop() }, 'Discard my text');
  #conflict = element('p', { className: 'warning', role: 'status' });
  #errors = element('ul', { className: 'phone-failures', 'aria-label': 'problems of the text' });
  #summary = element('summary', {}, 'Text of the file');
  #details = element('details', {}, this.#summary, this.#box, this.#conflict,
    element('div', { className: 'buttons' }, this.#save, this.#merge, this.#overwrite, this.#discard));

  connectedCallback() {
    this.append(this.#errors, this.#details);
    this.#box.oninput = () => this.#input();
    this.#box.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#write();
      if (event.key === 'Escape') this.#drop();
    };
  }

  /** The revision of the text that is shown. */
  get revision() { return this.#scenario?.state.revision ?? 0; }

  /** The text of the file, with the line ends of a text area. */
  get #lines() { return this.#scenario?.state.text?.replaceAll('\r\n', '\n') ?? ''; }

  get #draft() { return this.#scenario?.drafts.text ?? null; }

  set #draft(draft) {
    if (!this.#scenario || this.#scenario.drafts.text === draft) return;
    this.#scenario.drafts.text = draft;
    this.#mark();
    this.dispatchEvent(new Event('draft'));
  }

  /** @param {ScenarioFile} scenario */
  show(scenario) {
    this.#scenario = scenario;
    const { text, errors } = scenario.state;
    if (this.#draft?.text === this.#lines) this.#draft = null;
    const shown = this.#draft?.text ?? this.#lines;
    if (this.#box.value !== shown) this.#box.value = shown;
    this.#box.disabled = text === undefined;
    this.#box.placeholder = text === undefined ? 'The text is too long to be edited here.' : '';
    this.#errors.hidden = errors.length === 0;
    this.#errors.replaceChildren(...errors.map(({ line, column, message }) => element('li', {},
      element('button', { className: 'failure', onclick: () => this.focusLine(line, column) }, `line ${line}, column ${column}`),
      element('p', { className: 'warning' }, message))));
    if (errors.length > 0 || this.#draft) this.#details.open = true;
    this.#mark();
  }

  /**
   * Notes that a text was saved.
   * @param {string} text
   */
  accept(text) {
    const saved = text.replaceAll('\r\n', '\n');
    // Somebody may have written more in the meantime.
    this.#draft = this.#box.value === saved ? null : { text: this.#box.value, base: saved };
  }

  /**
   * Moves the keyboard to a line, or to a word in it.
   * @param {number} [line] counted from 1; by default, where the keyboard was last
   * @param {number} [column] counted from 1, in characters; by default, the whole line is selected
   */
  focusLine(line, column) {
    this.#details.open = true;
    this.#box.focus();
    if (line === undefined) return;
    const lines = this.#box.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ one) => sum + one.length + 1, 0);
    const [from, to] = column === undefined ? [0, lines[line - 1]?.length ?? 0] : wordAt(lines[line - 1] ?? '', column);
    this.#box.setSelectionRange(start + from, start + to);
    // The text area has lines of equal height and letters of equal width.
    this.#box.scrollTop = (line - 4) * (this.#box.scrollHeight / Math.max(1, lines.length));
    const longest = Math.max(1, ...lines.map((/** @type {string} */ one) => one.length));
    this.#box.scrollLeft = (to - 40) * (this.#box.scrollWidth / longest);
  }

  /** Moves the keyboard to the line above the text. */
  focusSummary() { this.#summary.focus(); }

  #input() {
    const text = this.#box.value;
    this.#draft = text === this.#lines ? null : { text, base: this.#draft?.base ?? this.#lines };
  }

  /** Whether the file has changed since somebody began to write. */
  get #isConflict() { return this.#draft !== null && this.#draft.base !== this.#lines; }

  /** The text with the changes of the file; nil if both concern the same lines. */
  get #merged() { return this.#draft && this.#isConflict ? merged(this.#draft.base, this.#draft.text, this.#lines) : null; }

  /** Shows whether the text is saved. */
  #mark() {
    const isConflict = this.#isConflict;
    const summary = this.#draft ? 'Text of the file (not saved)' : 'Text of the file';
    if (this.#summary.textContent !== summary) this.#summary.textContent = summary;
    const isMergeable = this.#merged !== null;
    const words = isConflict ? `The file has changed since you began to write. ${isMergeable ? 'Add the changes to your text, save' : 'Save'}`
      + ' your text instead of the text of the file, or discard yours.' : '';
    if (this.#conflict.textContent !== words) this.#conflict.textContent = words;
    [this.#save.hidden, this.#overwrite.hidden, this.#discard.hidden] = [isConflict, !isConflict, !this.#draft];
    this.#merge.hidden = !isMergeable;
  }

  #write() {
    if (this.#isConflict) (this.#merge.hidden ? this.#overwrite : this.#merge).focus();
    else this.#tell();
  }

  #tell() {
    const isCRLF = this.#scenario?.state.text?.includes('\r\n') ?? false;
    const text = isCRLF ? this.#box.value.replaceAll('\n', '\r\n') : this.#box.value;
    this.dispatchEvent(new CustomEvent('write', { detail: text }));
  }

  /** Puts the changes of the file into the text. */
  #take() {
    const text = this.#merged;
    if (text === null) return;
    this.#box.value = text;
    this.#draft = text === this.#lines ? null : { text, base: this.#lines };
    this.#box.focus();
  }

  #drop() {
    this.#box.value = this.#lines;
    this.#draft = null;
  }
}

/**
 * @param {string} text a line
 * @param {number} column counted from 1, in characters
 * @returns {[number, number]} where the word or value at the column begins and ends; the same place twice without one
 */
function wordAt(text, column) {
  const from = [...text].slice(0, column - 1).join('').length;
  const [word] = text.slice(from).match(/^("[^"]*"?|[\p{L}\p{N}_.+-]+|\S?)/u) ?? [''];
  return [from, from + word.length];
}

customElements.define('haptic-scenario-text', ScenarioTextBox);
