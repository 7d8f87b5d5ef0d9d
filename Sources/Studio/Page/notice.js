import { element } from './dom.js';

/** The line below the buttons, with everything that is wrong at present. */
export class Notice {
  element = element('p', { className: 'notice', role: 'alert', hidden: true });
  /** What is said apart from the problems of the file. */
  #said = { connection: '', refusal: '' };
  /** @type {() => (string | undefined)[]} */
  #problems;

  /** @param {() => (string | undefined)[]} problems returns the problems of the file that is shown */
  constructor(problems) { this.#problems = problems; }

  /** Whether the connection to the server is lost. */
  get isOffline() { return this.#said.connection !== ''; }

  /** @param {{connection?: string, refusal?: string}} what what is said from now on; an empty text says nothing */
  say(what) {
    Object.assign(this.#said, what);
    this.show();
  }

  /** Shows everything that is wrong. */
  show() {
    const text = [this.#said.connection, this.#said.refusal, ...this.#problems()].filter(Boolean).join('\n');
    // Screen readers read the notice whenever its text is set.
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.hidden = text === '';
  }
}
