import { setAddress, visit } from './address.js';

/**
 * The parts of the page between which the stage changes.
 * @typedef {object} Parts
 * @property {import('./open-patterns.js').OpenPatterns} patterns
 * @property {import('./timeline/timeline.js').Timeline} timeline
 * @property {import('./phone/phone.js').PhonePage} phone
 * @property {import('./panels/library.js').Library} library
 * @property {import('./panels/listen.js').ListenPanel} listen
 * @property {import('./player/player.js').Player} player
 * @property {import('./notice.js').Notice} notice
 */

/** @param {string} file */
const isScenario = (file) => /\.ya?ml$/i.test(file);

/**
 * What the page shows: a pattern, a scenario, the text of a file, or a live phone.
 *
 * Events: `side` when patterns are shown after phones, or phones after patterns; `hear` when another pattern is shown;
 * `change` when something else has changed.
 */
export class Stage extends EventTarget {
  /** @param {Parts} parts */
  constructor(parts) {
    super();
    this.parts = parts;
  }

  /** The pattern or scenario that is shown; empty for a live phone, or for nothing. */
  get file() {
    const { phone, timeline } = this.parts;
    return (phone.hidden ? timeline.pattern?.file : phone.file) ?? '';
  }

  /**
   * Shows a file.
   * @param {string} file
   * @returns {Promise<boolean>} whether it could be opened
   */
  async open(file) {
    const { patterns, timeline, listen, notice } = this.parts;
    if (isScenario(file)) return this.#openPhone(file);
    const pattern = patterns.of(file);
    try {
      await patterns.open(file);
    } catch (error) {
      // The server does not send news about the file anymore; if it can be opened later, it is described as a whole.
      pattern.lose();
      if (timeline.pattern !== pattern) patterns.forget(file);
      if (/** @type {any} */ (error).isText) return this.#openPhone(file);
      notice.say({ refusal: /** @type {Error} */ (error).message });
      if (this.file) setAddress(this.file);
      return false;
    }
    notice.clear();
    await this.showPhone(false);
    timeline.show(pattern);
    this.dispatchEvent(new Event('hear'));
    this.#visited(file);
    listen.leave(file);
    return true;
  }

  /**
   * Shows a scenario, or the text of a pattern file that is not valid.
   * @param {string} file
   */
  async #openPhone(file) {
    const { phone, notice } = this.parts;
    const done = await this.#endLive();
    const isOpen = await phone.open(file);
    if (done) notice.say({ done });
    if (!isOpen) {
      setAddress(this.file);
      return false;
    }
    await this.showPhone(true);
    this.#visited(file);
    return true;
  }

  /** @param {string} file the file that is shown now */
  #visited(file) {
    this.parts.library.current = file;
    visit(file);
  }

  /** Shows a new live phone. */
  async startLive() {
    const { phone, notice } = this.parts;
    const done = await this.#endLive();
    const isFromPattern = phone.hidden;
    await this.showPhone(true);
    await phone.startLive('', isFromPattern);
    if (done) notice.say({ done });
  }

  /**
   * Ends the live phone.
   * @returns {Promise<string>} where it was saved, in a sentence; empty if nothing was done with it
   */
  async #endLive() {
    const saved = await this.parts.phone.leave();
    if (saved !== '') await this.parts.library.load();
    return saved && `The live phone was saved as ${saved}.`;
  }

  /** @param {boolean} isPhone whether scenarios and live phones are shown; otherwise, patterns are */
  async showPhone(isPhone) {
    const { phone, timeline, player, notice } = this.parts;
    const done = isPhone ? '' : await this.#endLive();
    if (done) notice.say({ done });
    if (phone.hidden !== isPhone) return;
    player.stop();
    phone.hidden = !isPhone;
    this.dispatchEvent(new Event('side'));
    // What had the keyboard is hidden now, and may keep it until the next picture.
    const active = document.activeElement;
    if (active === document.body || active?.closest('[hidden]')) (isPhone ? phone : timeline).focusGrid();
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Shows the first of some files that can be read.
   * @param {string[]} files
   */
  async openFirst(files) {
    for (const file of files) if (await this.open(file)) return;
  }

  /**
   * Closes a file that was deleted, and shows the next one, so that no change writes the file again.
   * @param {string} file
   */
  async close(file) {
    const { timeline, player, library } = this.parts;
    if (this.file !== file) return;
    const [same, others] = isScenario(file) ? [library.scenarios, library.patterns] : [library.patterns, library.scenarios];
    const names = same.map(({ name }) => name);
    const next = names.findIndex((name) => name > file);
    timeline.clear();
    player.use(null);
    library.current = '';
    setAddress('');
    const near = next < 0 ? names.reverse() : [...names.slice(next), ...names.slice(0, next).reverse()];
    await this.openFirst([...near, ...others.map(({ name }) => name)]);
    this.dispatchEvent(new Event('change'));
  }
}
