import { element } from '../dom.js';
import { pageWords } from '../words.js';

/** @typedef {{name: string, summary: string}} Format */

/**
 * The formats by what they are for. The last group has all others.
 * @type {[string, RegExp][]}
 */
const groups = [
  ['Sounds and pictures', /^(wav|svg|png)/],
  ['Apple', /^(ahap|swift)$/],
  ['Android: waveforms play on every phone, and lose sharpness', /^(kotlin|android.*waveform)$/],
  ['Android: envelopes need Android 16, primitives are taps only', /^android/],
  ['The web, games and Linux', /^(web|meta|godot|feedbackd|force)/],
  ['Other programs', /./],
];

/** The number of characters of a text that are shown. */
const shownCharacters = 4000;

/** The dialog that exports a pattern: the format, its losses, and the file. */
export class ExportDialog {
  dialog = element('dialog', { 'aria-label': 'export', className: 'export' });
  #formats = element('select', { 'aria-label': 'format' });
  #losses = element('ul', { 'aria-label': 'losses' });
  #save = element('a', { className: 'button' }, 'Save');
  #picture = element('img', { alt: 'the chart', hidden: true });
  #text = element('pre', { 'aria-label': 'content', tabIndex: 0, hidden: true });
  #copy = element('button', { type: 'button', hidden: true, onclick: () => this.#copyText() }, 'Copy');
  #content = new Blob();
  /** @type {import('../pattern.js').Pattern | null} */
  #pattern = null;
  /** The number of the last choice; the result of an earlier one is not shown. */
  #choice = 0;

  constructor() {
    this.#formats.onchange = () => this.#show();
    this.dialog.append(element('h2', {}, 'Export'), this.#formats, this.#losses, this.#picture, this.#text,
      element('form', { method: 'dialog' }, this.#save, this.#copy, element('button', {}, 'Close')));
  }

  /** @param {Format[]} formats */
  set formats(formats) {
    const all = [{ name: 'wav', summary: 'the rendered sound' }, ...formats];
    const groupOf = (/** @type {Format} */ { name }) => groups.findIndex(([, names]) => names.test(name));
    this.#formats.replaceChildren(...groups.map(([label], index) => element('optgroup', { label },
      ...all.filter((format) => groupOf(format) === index).map(({ name, summary }) =>
        element('option', { value: name }, `${name}: ${pageWords(summary)}`)))));
  }

  /** @param {import('../pattern.js').Pattern} pattern */
  open(pattern) {
    this.#pattern = pattern;
    this.dialog.showModal();
    this.#show();
  }

  async #show() {
    const pattern = this.#pattern;
    if (!pattern) return;
    this.#choice += 1;
    const choice = this.#choice;
    this.#offer('', new Blob(), []);
    const result = await this.#export(pattern, this.#formats.value);
    if (choice === this.#choice) this.#offer(...result);
  }

  /**
   * @param {import('../pattern.js').Pattern} pattern
   * @param {string} format
   * @returns {Promise<[string, Blob, string[]]>} the name, the content and the losses
   */
  async #export(pattern, format) {
    try {
      if (format === 'wav') {
        return [pattern.file.replace(/.*\//, '').replace(/\.ahap$/, '.wav'), await wave(pattern), []];
      }
      const answer = await pattern.connection.ask('export', {
        file: pattern.file, format,
      });
      const bytes = Uint8Array.from(atob(answer.export.content), (letter) => letter.charCodeAt(0));
      return [answer.export.name, new Blob([bytes], { type: pictureType(answer.export.name) }),
        [...answer.export.losses.map((/** @type {string} */ loss) => `lost: ${loss}`), ...answer.export.notes]];
    } catch (error) {
      return ['', new Blob(), [/** @type {Error} */ (error).message]];
    }
  }

  /**
   * @param {string} name empty if nothing can be saved
   * @param {Blob} content
   * @param {string[]} remarks
   */
  #offer(name, content, remarks) {
    URL.revokeObjectURL(this.#save.href);
    this.#save.hidden = name === '';
    this.#save.href = URL.createObjectURL(content);
    this.#save.download = name;
    this.#picture.hidden = !/\.(svg|png)$/.test(name);
    this.#picture.src = this.#picture.hidden ? 'data:,' : this.#save.href;
    this.#save.textContent = `Save ${name}`;
    [this.#content, this.#copy.textContent] = [content, 'Copy'];
    this.#showText(name, content);
    this.#losses.replaceChildren(...remarks.map((remark) => element('li', {}, pageWords(remark))),
      ...(remarks.length === 0 && name !== '' ? [element('li', { className: 'faint' }, 'without losses')] : []));
  }

  /**
   * Shows the beginning of a text.
   * @param {string} name
   * @param {Blob} content
   */
  async #showText(name, content) {
    [this.#text.hidden, this.#copy.hidden] = [!isText(name), !isText(name)];
    const text = isText(name) ? await content.text() : '';
    if (content !== this.#content) return;
    this.#text.textContent = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  }

  async #copyText() {
    const text = await this.#content.text();
    await navigator.clipboard.writeText(text).then(() => { this.#copy.textContent = 'Copied'; }, () => {
      getSelection()?.selectAllChildren(this.#text);
    });
  }
}

/** @param {string} name */
const isText = (name) => name !== '' && !/\.(wav|svg|png)$/.test(name);

/**
 * @param {string} name
 * @returns {string} the type of a picture, without which a browser does not show it; empty for another file
 */
const pictureType = (name) => (name.endsWith('.svg') ? 'image/svg+xml' : name.endsWith('.png') ? 'image/png' : '');

/**
 * Returns the sound as a WAV file of floats, as `haptic render` writes it.
 * @param {import('../pattern.js').Pattern} pattern
 */
async function wave(pattern) {
  const { sound } = pattern;
  if (!sound) throw new Error('the sound is not rendered yet');
  const parts = [];
  for (const address of sound.blocks) {
    const answer = await fetch(`sound/${address}`);
    if (answer.status !== 200) throw new Error('the sound has changed in the meantime; export it again');
    parts.push(new Uint8Array(await answer.arrayBuffer()));
  }
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const head = new DataView(new ArrayBuffer(58));
  const text = (/** @type {number} */ at, /** @type {string} */ letters) =>
    [...letters].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  head.setUint32(4, 50 + size, true);
  text(8, 'WAVEfmt ');
  head.setUint32(16, 18, true);
  // Format 3: floats of 32 bits, two channels.
  head.setUint16(20, 3, true);
  head.setUint16(22, 2, true);
  head.setUint32(24, sound.rate, true);
  head.setUint32(28, sound.rate * 8, true);
  head.setUint16(32, 8, true);
  head.setUint16(34, 32, true);
  text(38, 'fact');
  head.setUint32(42, 4, true);
  head.setUint32(46, size / 8, true);
  text(50, 'data');
  head.setUint32(54, size, true);
  return new Blob([head.buffer, ...parts]);
}
