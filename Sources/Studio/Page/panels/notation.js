import { element } from '../dom.js';
import { selectionWords } from '../edits.js';

/** @typedef {import('../timeline/timeline.js').Timeline} Timeline */

/**
 * The entries that the box shows: their indices and revision, and the time of the pattern at which the notation begins.
 * @typedef {{file: string, rows: number[], revision: number, start: number}} Shown
 */

/** The box that writes the selection as a notation, and reads it: in place of the selection, or at the cursor. */
export class NotationBox {
  #box = element('textarea', {
    rows: 3, spellcheck: false, placeholder: 'tap 0.8/0.5, rest 100ms, buzz 300ms 0.4/0.3', 'aria-label': 'notation',
    title: 'notation (K); Ctrl+Enter applies it, Escape discards it',
  });
  #apply = element('button', {}, 'Insert at the cursor');
  #losses = element('ul', { className: 'losses', 'aria-label': 'what the notation leaves out', hidden: true });
  #problem = element('p', { className: 'warning', role: 'status' });
  element = element('section', { 'aria-label': 'notation' }, element('h2', {}, 'Notation'), this.#box, this.#apply,
    this.#losses, this.#problem);
  /** @type {Timeline | null} */
  #timeline = null;
  /** @type {Shown | null} */
  #shown = null;
  /** Whether somebody has written into the box. */
  #isWritten = false;
  #asked = '';

  constructor() {
    this.#apply.onclick = () => this.#use();
    this.#box.oninput = () => { this.#isWritten = this.#box.value !== ''; };
    this.#box.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#use();
      if (event.key === 'Escape') this.#discard();
    };
  }

  /** @param {Timeline} timeline */
  watch(timeline) {
    this.#timeline = timeline;
    timeline.addEventListener('select', () => this.#show());
  }

  /** Moves the keyboard to the box. */
  focus() {
    this.#box.focus();
    this.#box.select();
  }

  #discard() {
    [this.#isWritten, this.#asked] = [false, ''];
    this.#box.value = '';
    this.#problem.textContent = '';
    this.#show();
  }

  /** Shows the notation of the selection, unless somebody is writing another one. */
  async #show() {
    const pattern = this.#timeline?.pattern;
    const rows = [...this.#timeline?.selection ?? []].sort((a, b) => a - b);
    if (this.#isWritten) return;
    const asked = rows.length === 0 ? '' : `${pattern?.revision} ${selectionWords(rows)} ${pattern?.file}`;
    if (asked === this.#asked && asked !== '') return;
    this.#asked = asked;
    if (rows.length === 0 || !pattern) return this.#fill('', null, []);
    const { file, revision } = pattern;
    try {
      const { notation } = await pattern.connection.ask('notation', { file, rows });
      // The server may know a later state already, whose news arrives next.
      if (asked !== this.#asked || this.#isWritten || revision !== pattern.revision) return undefined;
      return this.#fill(notation.text, { file, rows, revision, start: notation.start }, notation.losses);
    } catch (error) {
      if (asked !== this.#asked || this.#isWritten) return undefined;
      return this.#fill('', null, [/** @type {Error} */ (error).message]);
    }
  }

  /**
   * @param {string} text
   * @param {Shown | null} shown
   * @param {string[]} losses
   */
  #fill(text, shown, losses) {
    this.#shown = shown;
    this.#box.value = text;
    this.#apply.textContent = shown ? 'Replace the selection' : 'Insert at the cursor';
    this.#losses.hidden = losses.length === 0;
    this.#losses.replaceChildren(...losses.map((loss) => element('li', {}, loss)));
  }

  /** Reads the notation. */
  async #use() {
    const timeline = this.#timeline;
    const text = this.#box.value;
    if (!timeline?.pattern || text.trim() === '') return;
    const shown = this.#shown;
    try {
      if (shown && shown.file === timeline.pattern.file) {
        await timeline.replaceRows(shown.rows, text, shown);
      } else {
        await timeline.insertText(text, +timeline.cursor.toFixed(6), 'insert notation');
      }
      this.#discard();
    } catch (error) {
      this.#problem.textContent = /** @type {Error} */ (error).message;
    }
  }
}
