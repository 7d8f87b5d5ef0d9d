import { element } from '../dom.js';
import { selectionWords } from '../edits.js';

/** @typedef {import('../timeline/timeline.js').Timeline} Timeline */

/**
 * The entries whose notation the box was filled with, and the time of the pattern at which this notation begins.
 * @typedef {{entries: string, start: number}} Shown
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

  /** The selection of a state of a file, in words; empty for an empty selection. */
  get #entries() {
    const { pattern, selection } = this.#timeline ?? {};
    return pattern && selection?.size ? `${pattern.revision} ${selectionWords(selection)} ${pattern.file}` : '';
  }

  /** Shows the notation of the selection, unless somebody is writing another one. */
  async #show() {
    const pattern = this.#timeline?.pattern;
    const rows = [...this.#timeline?.selection ?? []].sort((a, b) => a - b);
    const asked = this.#entries;
    this.#apply.textContent = asked === '' ? 'Insert at the cursor' : 'Replace the selection';
    if (this.#isWritten) {
      if (asked !== this.#shown?.entries) this.#list([]);
      return undefined;
    }
    if (asked === this.#asked && asked !== '') return undefined;
    this.#asked = asked;
    if (asked === '' || !pattern) return this.#fill('', null, []);
    const { file, revision } = pattern;
    try {
      const { notation } = await pattern.connection.ask('notation', { file, rows });
      // The server may know a later state already, whose news arrives next.
      if (asked !== this.#asked || this.#isWritten || revision !== pattern.revision) return undefined;
      return this.#fill(notation.text, { entries: asked, start: notation.start }, notation.losses);
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
    this.#list(losses);
  }

  /** @param {string[]} losses */
  #list(losses) {
    this.#losses.hidden = losses.length === 0;
    this.#losses.replaceChildren(...losses.map((loss) => element('li', {}, loss)));
  }

  /** Reads the notation in place of the entries that are selected now. */
  async #use() {
    const timeline = this.#timeline;
    const text = this.#box.value;
    if (!timeline?.pattern || text.trim() === '') return;
    const start = this.#shown?.entries === this.#entries ? this.#shown.start : undefined;
    try {
      if (timeline.selection.size > 0) await timeline.replaceSelection(text, start);
      else await timeline.insertText(text, +timeline.cursor.toFixed(6), 'insert notation');
      this.#discard();
    } catch (error) {
      this.#problem.textContent = /** @type {Error} */ (error).message;
    }
  }
}
