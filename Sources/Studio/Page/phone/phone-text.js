import { element } from '../dom.js';

/** @typedef {import('./scenario.js').ScenarioFile} ScenarioFile */

/**
 * The text of a scenario file, with its problems.
 *
 * Events: `write` with a text.
 */
export class ScenarioTextBox extends HTMLElement {
  /** @type {ScenarioFile | null} */
  #scenario = null;
  #box = element('textarea', {
    rows: 16, spellcheck: false, wrap: 'off', 'aria-label': 'text of the file', title: 'Ctrl+Enter saves the text, Escape discards it',
  });
  #save = element('button', { title: 'save the text (Ctrl+Enter)', onclick: () => this.#write() }, 'Save the text');
  #errors = element('ul', { className: 'phone-failures', 'aria-label': 'problems of the text' });
  #details = element('details', {}, element('summary', {}, 'Text of the file'), this.#box, this.#save);
  #isWritten = false;
  /** The revision that the written text refers to. */
  #revision = 0;

  connectedCallback() {
    this.append(this.#errors, this.#details);
    this.#box.oninput = () => {
      if (!this.#isWritten) this.#revision = this.#scenario?.state.revision ?? 0;
      this.#isWritten = true;
    };
    this.#box.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#write();
      if (event.key === 'Escape') this.#discard();
    };
  }

  /** The revision that the written text refers to. */
  get revision() { return this.#isWritten ? this.#revision : this.#scenario?.state.revision ?? 0; }

  /** @param {ScenarioFile} scenario */
  show(scenario) {
    if (scenario !== this.#scenario) this.#isWritten = false;
    this.#scenario = scenario;
    const { text, errors } = scenario.state;
    // A text area has lines that end in a line feed.
    const lines = text?.replaceAll('\r\n', '\n') ?? '';
    if (!this.#isWritten && this.#box.value !== lines) this.#box.value = lines;
    this.#box.disabled = text === undefined;
    this.#box.placeholder = text === undefined ? 'The text is too long to be edited here.' : '';
    this.#errors.hidden = errors.length === 0;
    this.#errors.replaceChildren(...errors.map(({ line, column, message }) => element('li', {},
      element('button', { className: 'failure', onclick: () => this.focusLine(line) }, `line ${line}, column ${column}`),
      element('p', { className: 'warning' }, message))));
    if (errors.length > 0) this.#details.open = true;
  }

  /** Notes that the text was saved. */
  accept() { this.#isWritten = false; }

  /**
   * Moves the keyboard to a line.
   * @param {number} [line] counted from 1; by default, where the keyboard was last
   */
  focusLine(line) {
    this.#details.open = true;
    this.#box.focus();
    if (line === undefined) return;
    const lines = this.#box.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ one) => sum + one.length + 1, 0);
    this.#box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    // The text area has lines of equal height.
    this.#box.scrollTop = (line - 4) * (this.#box.scrollHeight / Math.max(1, lines.length));
  }

  #write() {
    const isCRLF = this.#scenario?.state.text?.includes('\r\n') ?? false;
    const text = isCRLF ? this.#box.value.replaceAll('\n', '\r\n') : this.#box.value;
    this.dispatchEvent(new CustomEvent('write', { detail: text }));
  }

  #discard() {
    this.#isWritten = false;
    this.#box.value = this.#scenario?.state.text ?? '';
  }
}

customElements.define('haptic-scenario-text', ScenarioTextBox);
