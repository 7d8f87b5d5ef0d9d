/**
 * Plays a pattern in the browser.
 *
 * The samples are those that the server has rendered. Events: `change` when playing starts or stops, `level` with the
 * peak of the last 20 ms.
 */
export class Player extends EventTarget {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {AudioWorkletNode | null} */
  #node = null;
  /** @type {Promise<void> | null} */
  #starting = null;
  /**
   * The blocks by their address.
   * @type {Map<string, Float32Array>}
   */
  #cache = new Map();
  /** @type {import('./pattern.js').Pattern | null} */
  #pattern = null;
  #report = { position: 0, time: 0 };
  #isPlaying = false;
  #gain = 1;
  /** @type {{from: number, to: number} | null} */
  #loop = null;
  #loading = 0;
  #turn = 0;

  get isPlaying() { return this.#isPlaying; }

  /** The loop, in seconds; nil if playing ends with the pattern. */
  get loop() { return this.#loop; }

  /** @param {{from: number, to: number} | null} loop */
  set loop(loop) {
    this.#loop = loop;
    this.#sendLoop();
    this.dispatchEvent(new Event('change'));
  }

  /** @param {number} gain the factor of the samples */
  set gain(gain) {
    this.#gain = gain;
    this.#node?.port.postMessage({ do: 'gain', gain });
  }

  get gain() { return this.#gain; }

  /** The rate of the sound that is loaded, in frames per second. */
  get #rate() { return this.#pattern?.sound?.rate ?? 48000; }

  /** What is heard now, in seconds of the pattern. */
  get seconds() {
    const context = this.#context;
    if (!context || !this.#isPlaying) return this.#report.position / this.#rate;
    const latency = context.outputLatency || context.baseLatency || 0;
    const since = context.currentTime - latency - this.#report.time;
    let seconds = this.#report.position / this.#rate + since;
    if (this.#loop && seconds < this.#loop.from) seconds += this.#loop.to - this.#loop.from;
    return Math.max(0, seconds);
  }

  /** @param {import('./pattern.js').Pattern} pattern */
  use(pattern) {
    if (this.#pattern !== pattern) this.stop();
    this.#pattern = pattern;
    this.load();
  }

  /** Loads the blocks of the present sound that are not loaded yet, those next to be heard first. */
  async load() {
    const sound = this.#pattern?.sound;
    if (!sound) return;
    const loading = ++this.#loading;
    const blocks = sound.blocks.map((address) => this.#cache.get(address));
    this.#node?.port.postMessage({
      do: 'sound', blocks, blockFrames: sound.blockFrames, frames: sound.frames,
    });
    this.#sendLoop();
    const first = Math.floor(this.seconds * sound.rate / sound.blockFrames);
    const order = [...blocks.keys()].filter((index) => !blocks[index])
      .sort((a, b) => Number(a < first) - Number(b < first) || a - b);
    const work = async () => {
      while (order.length > 0 && loading === this.#loading) {
        const index = /** @type {number} */ (order.shift());
        const samples = await this.#block(sound.blocks[index]);
        if (samples && loading === this.#loading) {
          this.#node?.port.postMessage({ do: 'block', index, samples });
        }
      }
    };
    await Promise.all([1, 2, 3, 4].map(work));
    if (loading === this.#loading) this.#forget(new Set(sound.blocks));
  }

  /**
   * @param {string} address
   * @returns {Promise<Float32Array | undefined>} the samples of the block
   */
  async #block(address) {
    const known = this.#cache.get(address);
    if (known) return known;
    const answer = await fetch(`sound/${address}`);
    if (!answer.ok) return undefined;
    const samples = new Float32Array(await answer.arrayBuffer());
    this.#cache.set(address, samples);
    return samples;
  }

  /** @param {Set<string>} used */
  #forget(used) {
    // Blocks of the last edits are kept, so that undoing them is heard at once.
    if (this.#cache.size < 4 * used.size + 600) return;
    for (const address of this.#cache.keys()) if (!used.has(address)) this.#cache.delete(address);
  }

  #sendLoop() {
    const frame = (/** @type {number} */ seconds) => Math.round(seconds * this.#rate);
    const loop = this.#loop && { from: frame(this.#loop.from), to: frame(this.#loop.to) };
    this.#node?.port.postMessage({ do: 'loop', loop });
  }

  async #start() {
    const context = new AudioContext({ sampleRate: 48000, latencyHint: 'interactive' });
    await context.audioWorklet.addModule('player-worklet.js');
    const node = new AudioWorkletNode(context, 'pattern-player', { outputChannelCount: [2] });
    node.connect(context.destination);
    node.port.onmessage = (message) => this.#hear(message.data);
    this.#context = context;
    this.#node = node;
    this.gain = this.#gain;
    await this.load();
  }

  /** @param {{position: number, playing: boolean, turn: number, peak: number, time: number}} report */
  #hear(report) {
    this.dispatchEvent(new CustomEvent('level', { detail: report.peak }));
    if (report.turn !== this.#turn) return;
    this.#report = report;
    if (this.#isPlaying && !report.playing) {
      this.#isPlaying = false;
      this.dispatchEvent(new Event('change'));
    }
  }

  /** @param {number} from seconds of the pattern */
  async play(from) {
    this.#starting ??= this.#start();
    await this.#starting;
    await this.#context?.resume();
    const start = this.#loop && (from < this.#loop.from || from >= this.#loop.to)
      ? this.#loop.from : from;
    this.#report = { position: start * this.#rate, time: this.#context?.currentTime ?? 0 };
    this.#isPlaying = true;
    this.#turn += 1;
    this.#node?.port.postMessage({
      do: 'play', from: Math.round(start * this.#rate), turn: this.#turn,
    });
    this.dispatchEvent(new Event('change'));
  }

  stop() {
    if (!this.#isPlaying) return;
    this.#report = { position: this.seconds * this.#rate, time: 0 };
    this.#isPlaying = false;
    this.#turn += 1;
    this.#node?.port.postMessage({ do: 'stop', turn: this.#turn });
    this.dispatchEvent(new Event('change'));
  }
}
