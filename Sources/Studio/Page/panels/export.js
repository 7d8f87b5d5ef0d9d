import { element } from '../dom.js';

/** @typedef {{name: string, summary: string}} Format */

/** The dialog that exports a pattern: the format, its losses, and the file. */
export class ExportDialog {
  dialog = element('dialog', { 'aria-label': 'export', className: 'export' });
  #formats = element('select', { 'aria-label': 'format' });
  #losses = element('ul', { 'aria-label': 'losses' });
  #save = element('a', { className: 'button' }, 'Save');
  #picture = element('img', { alt: 'the chart', hidden: true });
  /** @type {import('../pattern.js').Pattern | null} */
  #pattern = null;
  /** The number of the last choice; the result of an earlier one is not shown. */
  #choice = 0;

  constructor() {
    this.#formats.onchange = () => this.#show();
    this.dialog.append(element('h2', {}, 'Export'), this.#formats, this.#losses, this.#picture,
      element('form', { method: 'dialog' }, this.#save, element('button', {}, 'Close')));
  }

  /** @param {Format[]} formats */
  set formats(formats) {
    this.#formats.replaceChildren(
      element('option', { value: 'wav' }, 'WAV: the rendered sound'),
      ...formats.map((format) =>
        element('option', { value: format.name }, `${format.name}: ${format.summary}`)));
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
    this.#losses.replaceChildren(...remarks.map((remark) => element('li', {}, remark)),
      ...(remarks.length === 0 && name !== '' ? [element('li', { className: 'faint' }, 'without losses')] : []));
  }
}

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
