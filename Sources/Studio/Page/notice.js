import { element } from './dom.js';
import { pageWords } from './words.js';

/** @typedef {{problems: (string | undefined)[], notes: string[]}} Said what is said about the file that is shown */

/** The lines below the buttons: everything that is wrong at present, and what was done. */
export class Notice {
  #problems = element('p', { className: 'notice', role: 'alert', hidden: true });
  #notes = element('p', { className: 'note', role: 'status', hidden: true });
  element = element('div', {}, this.#problems, this.#notes);
  /** What is said apart from the problems and notes of the file. */
  #said = { connection: '', refusal: '', done: '' };
  /** @type {() => Said} */
  #file;

  /** @param {() => Said} file returns what is said about the file that is shown */
  constructor(file) { this.#file = file; }

  /** Whether the connection to the server is lost. */
  get isOffline() { return this.#said.connection !== ''; }

  /** @param {{connection?: string, refusal?: string, done?: string}} what what is said from now on; an empty text says nothing */
  say(what) {
    // Something that is refused comes later than what was done.
    Object.assign(this.#said, what.refusal ? { done: '' } : {}, what);
    this.show();
  }

  /** Says nothing anymore about what was refused or done before. */
  clear() { this.say({ refusal: '', done: '' }); }

  /** Shows everything that is wrong, and what was done. */
  show() {
    const { problems, notes } = this.#file();
    put(this.#problems, [this.#said.connection, this.#said.refusal, ...problems]);
    put(this.#notes, [this.#said.done, ...notes]);
  }
}

/**
 * @param {HTMLElement} line
 * @param {(string | undefined)[]} texts
 */
function put(line, texts) {
  const text = texts.flatMap((one) => (one ? [pageWords(one)] : [])).join('\n');
  // Screen readers read the line whenever its text is set.
  if (line.textContent !== text) line.textContent = text;
  line.hidden = text === '';
}
