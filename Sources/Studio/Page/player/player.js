import { Blocks } from './blocks.js';
import { Device } from './device.js';
import { Pattern } from '../pattern.js';
import { loopOf, playedAt, playedRate } from '../versions.js';

/**
 * The number of blocks that are loaded from the playhead on.
 *
 * Our choice: a minute, 23 MB.
 */
const aheadBlocks = 600;

/** The factors of the speed. The server accepts all between the first and the last. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

/** The seconds of sound after which the next blocks are loaded. Our choice: a sixth of what is loaded. */
const refill = 10;

/**
 * Blocks that are played: from the frame `first` of the pattern on, and again and again if a `pass` has frames.
 *
 * The rate is in frames for each second of the pattern.
 * @typedef {{blocks: string[], blockFrames: number, frames: number, first: number, pass: number, rate: number}} Heard
 */

/**
 * Plays a pattern or a scenario in the browser, or on a device of the server.
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
  #blocks = new Blocks();
  /** The blocks that are loaded to be drawn. */
  #requested = new Set();
  /** @type {import('../versions.js').Playable | null} */
  #pattern = null;
  #report = { position: 0, rate: playedRate, time: 0 };
  #isPlaying = false;
  #gain = 1;
  /** @type {{from: number, to: number} | null} */
  #loop = null;
  /**
   * The sound of the loop, once the server has rendered it.
   * @type {import('../pattern.js').LoopSound | null}
   */
  #looped = null;
  #speed = 1;
  /**
   * The sound at another speed, once the server has rendered it.
   * @type {import('../versions.js').Played | null}
   */
  #played = null;
  /** The factor of the samples that belongs to the pattern, in addition to the gain. */
  #trim = 1;
  /**
   * The blocks that the worklet has.
   * @type {string[]}
   */
  #given = [];
  #loads = 0;
  #loading = 0;
  /** The time from which blocks were loaded last, in seconds. */
  #filledFrom = 0;
  #turn = 0;
  /** The work of giving the present sound to the worklet. */
  #loaded = Promise.resolve();
  /** The device of the server, which plays if it has a name. */
  device = new Device();

  constructor() {
    super();
    this.device.addEventListener('end', () => {
      this.#isPlaying = false;
      this.dispatchEvent(new Event('change'));
    });
  }

  /** @param {string} name the device of the server that plays; empty for the browser */
  set output(name) {
    this.stop();
    this.device.name = name;
    this.dispatchEvent(new Event('change'));
  }

  /** Whether the device of the server plays; it does not play scenarios. */
  get #isOnDevice() { return this.device.name !== '' && this.#pattern instanceof Pattern; }

  get isPlaying() { return this.#isPlaying; }

  /** The loop, in seconds; nil if playing ends with the pattern. */
  get loop() { return this.#loop; }

  /** @param {{from: number, to: number} | null} loop */
  set loop(loop) {
    this.#loop = loop;
    this.#sendLoop();
    this.#loaded = this.load();
    this.dispatchEvent(new Event('change'));
  }

  /** @param {number} gain the factor of the samples */
  set gain(gain) {
    this.#gain = gain;
    this.#node?.port.postMessage({ do: 'gain', gain });
  }

  get gain() { return this.#gain; }

  /** @param {number} speed the factor of the speed, which does not change the pitch */
  set speed(speed) {
    this.#speed = speed;
    this.#loaded = this.load();
    this.dispatchEvent(new Event('change'));
  }

  get speed() { return this.#speed; }

  /** The pattern that is heard. */
  get pattern() { return this.#pattern; }

  /** The sound that is heard without a loop. */
  get #sound() { return this.#played?.sound ?? this.#pattern?.sound; }

  /** The rate of the sound that is loaded, in frames for each second of the pattern. */
  get #rate() { return this.#sound?.rate ?? playedRate; }

  /** What is heard now, in seconds of the pattern. */
  get seconds() {
    if (this.#isOnDevice) return this.device.seconds;
    const context = this.#context;
    const { position, rate, time } = this.#report;
    if (!context || !this.#isPlaying) return position / rate;
    const latency = context.outputLatency || context.baseLatency || 0;
    const since = context.currentTime - latency - time;
    let seconds = (position + since * playedRate) / rate;
    if (this.#loop && seconds < this.#loop.from) seconds += this.#loop.to - this.#loop.from;
    return Math.max(0, seconds);
  }

  /**
   * @param {import('../versions.js').Playable | null} pattern the pattern or scenario; nil for silence
   * @param {{trim?: number, continues?: boolean}} [how] the factor of the samples, and whether another pattern is heard
   *   from the same time on
   */
  use(pattern, how = {}) {
    const { trim = 1, continues = false } = how;
    if (this.#pattern !== pattern) {
      if (!continues) this.stop();
      [this.#looped, this.#played] = [null, null];
    }
    [this.#pattern, this.#trim] = [pattern, trim];
    this.#loaded = this.load();
  }

  /**
   * What is played: the sound of the loop, or that of the pattern.
   * @returns {Heard | null}
   */
  get #heard() {
    const looped = this.#looped;
    if (looped) return { ...looped, first: looped.firstFrame, pass: looped.passFrames, rate: this.#rate };
    const sound = this.#sound;
    return sound ? { ...sound, first: 0, pass: 0 } : null;
  }

  /** Plays the present sound or loop from now on, of which the blocks that are heard next are loaded. */
  async load() {
    const load = ++this.#loads;
    const [pattern, loop, speed] = [this.#pattern, this.#loop, this.#speed];
    const played = pattern && await playedAt(pattern, speed);
    const looped = pattern && loop && await loopOf(pattern, played, loop);
    if (load !== this.#loads) return;
    [this.#played, this.#looped] = [played, looped];
    const heard = this.#heard;
    if (!heard) return;
    // What is heard at once must be there when the old sound ends.
    const soon = this.#ahead(heard, this.seconds).slice(0, 3);
    await Promise.all(soon.map((index) => this.#blocks.load(heard.blocks[index])));
    if (load !== this.#loads) return;
    this.#node?.port.postMessage({
      do: 'sound', blocks: heard.blocks.map((address) => this.#blocks.get(address)),
      blockFrames: heard.blockFrames, frames: heard.frames, first: heard.first, pass: heard.pass, rate: heard.rate,
      trim: this.#trim,
    });
    this.#given = heard.blocks;
    this.#sendLoop();
    if (this.#isOnDevice && this.#isPlaying) this.#playOnDevice(this.seconds);
    await this.#fill(this.seconds);
  }

  /**
   * @param {Heard} heard
   * @param {number} seconds the time from which the sound will be heard
   * @returns {number[]} the blocks that are heard next, in order
   */
  #ahead({ blocks, blockFrames, frames, first, pass }, seconds) {
    const frame = Math.round(seconds * this.#rate) - first;
    // The player continues a loop at its start if it is outside.
    const start = pass > 0 && (frame < 0 || frame >= pass) ? 0 : frame;
    const found = new Set();
    for (let index = Math.floor(start / blockFrames), left = aheadBlocks; left > 0; index += 1, left -= 1) {
      if (index >= blocks.length && pass > 0) index = Math.floor((frames - pass) / blockFrames);
      else if (index >= blocks.length && this.#loop) index = Math.floor(this.#loop.from * this.#rate / blockFrames);
      if (index < blocks.length) found.add(index);
    }
    return [...found];
  }

  /**
   * Loads the blocks that are heard next and are not loaded yet.
   * @param {number} seconds the time from which the sound will be heard
   */
  async #fill(seconds) {
    const heard = this.#heard;
    if (!heard) return;
    const loading = ++this.#loading;
    this.#filledFrom = seconds;
    const ahead = this.#ahead(heard, seconds);
    this.#forget(new Set(ahead.map((index) => heard.blocks[index])));
    const order = ahead.filter((index) => !this.#blocks.get(heard.blocks[index]));
    const work = async () => {
      while (order.length > 0 && loading === this.#loading) {
        await this.#send(heard, /** @type {number} */ (order.shift()));
      }
    };
    await Promise.all([1, 2, 3, 4].map(work));
  }

  /**
   * Loads a block, and gives it to the worklet.
   * @param {Heard} heard
   * @param {number} index
   */
  async #send({ blocks }, index) {
    const samples = await this.#blocks.load(blocks[index]);
    if (samples && blocks === this.#given) this.#node?.port.postMessage({ do: 'block', index, samples });
  }

  /**
   * @param {string} address
   * @param {() => void} loaded called when a block that was not there has been loaded
   * @returns {Float32Array | undefined} the samples of a block, those of the channels in turn
   */
  samples(address, loaded) {
    const known = this.#blocks.get(address);
    if (known || this.#requested.has(address)) return known;
    this.#requested.add(address);
    this.#blocks.load(address).then((samples) => {
      this.#requested.delete(address);
      if (samples) loaded();
    });
    return undefined;
  }

  /** @param {Set<string>} used the blocks that are heard next */
  #forget(used) {
    if (!this.#blocks.forget(used)) return;
    const blocks = this.#given.map((address) => this.#blocks.get(address));
    this.#node?.port.postMessage({ do: 'blocks', blocks });
  }

  #sendLoop() {
    const frame = (/** @type {number} */ seconds) => Math.round(seconds * this.#rate);
    const loop = this.#loop && { from: frame(this.#loop.from), to: frame(this.#loop.to) };
    this.#node?.port.postMessage({ do: 'loop', loop });
  }

  /** @param {number} start seconds of the pattern */
  #playOnDevice(start) {
    if (!(this.#pattern instanceof Pattern)) return;
    const how = { start, loop: this.#loop, speed: this.#speed, gain: this.#gain * this.#trim };
    this.device.play(this.#pattern, how);
  }

  async #start() {
    const context = new AudioContext({ sampleRate: 48000, latencyHint: 'interactive' });
    await context.audioWorklet.addModule('player/player-worklet.js');
    const node = new AudioWorkletNode(context, 'pattern-player', { outputChannelCount: [2] });
    node.connect(context.destination);
    node.port.onmessage = (message) => this.#hear(message.data);
    this.#context = context;
    this.#node = node;
    this.gain = this.#gain;
    await this.load();
  }

  /** @param {{position: number, rate: number, playing: boolean, turn: number, peak: number, time: number}} report */
  #hear(report) {
    this.dispatchEvent(new CustomEvent('level', { detail: report.peak }));
    if (report.turn !== this.#turn) return;
    this.#report = report;
    if (this.#isPlaying && Math.abs(this.seconds - this.#filledFrom) >= refill) this.#fill(this.seconds);
    if (this.#isPlaying && !report.playing) {
      this.#isPlaying = false;
      this.dispatchEvent(new Event('change'));
    }
  }

  /** @param {number} from seconds of the pattern */
  async play(from) {
    const start = this.#loop && (from < this.#loop.from || from >= this.#loop.to)
      ? this.#loop.from : from;
    if (this.#isOnDevice) {
      this.#isPlaying = this.#pattern !== null;
      this.#playOnDevice(start);
      this.dispatchEvent(new Event('change'));
      return;
    }
    this.#starting ??= this.#start();
    await this.#starting;
    await this.#context?.resume();
    await this.#loaded;
    if (!this.#pattern) return;
    const heard = this.#heard;
    if (heard) {
      const [first] = this.#ahead(heard, start);
      if (first !== undefined) await this.#send(heard, first);
      this.#fill(start);
    }
    this.#report = { position: start * this.#rate, rate: this.#rate, time: this.#context?.currentTime ?? 0 };
    this.#isPlaying = true;
    this.#turn += 1;
    this.#node?.port.postMessage({
      do: 'play', from: Math.round(start * this.#rate), turn: this.#turn,
    });
    this.dispatchEvent(new Event('change'));
  }

  stop() {
    if (!this.#isPlaying) return;
    this.#report = { position: this.seconds * this.#rate, rate: this.#rate, time: 0 };
    this.#isPlaying = false;
    if (this.#isOnDevice) this.device.stop();
    this.#turn += 1;
    this.#node?.port.postMessage({ do: 'stop', turn: this.#turn });
    this.dispatchEvent(new Event('change'));
  }
}
