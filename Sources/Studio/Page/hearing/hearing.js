import { element } from '../dom.js';
import './scope.js';

/**
 * The name and the format of the stream.
 * @typedef {{title: string, rate: number, channels: number}} Header
 */

/** The words for each state of the page. */
const words = {
  waiting: 'Waiting for haptic.',
  ready: 'Press Play to hear it. Until then, haptic waits.',
  starting: 'Starting.',
  playing: 'Playing.',
  silent: 'Connected. Nothing plays at the moment.',
  paused: 'Paused. haptic waits.',
  other: 'It plays in another window. Press Play to hear it here instead.',
  lost: 'The connection to haptic is lost. Trying again.',
  ended: 'The end. haptic has finished; this page can be closed.',
};

/** Plays the stream of `haptic play --output web`. */
class Hearing {
  /** @type {keyof typeof words} */
  state = 'waiting';
  /** @type {AudioContext | null} */
  context = null;
  /** @type {AudioWorkletNode | null} */
  node = null;
  /** @type {Header | null} */
  #header = null;
  /** @type {WebSocket | null} */
  #socket = null;
  #peak = 0;
  /** The last message about what was played. */
  #played = '';
  /** Whether the user has pressed Play, and has not paused since. */
  #wantsSound = false;
  #view = this.#makeView();

  constructor() {
    document.body.append(this.#view.main);
    document.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || event.target === this.#view.play) return;
      event.preventDefault();
      this.#toggle();
    });
    this.#connect();
  }

  #makeView() {
    const title = element('h1', {}, 'haptic');
    const state = element('p', { className: 'state', role: 'status' }, words.waiting);
    const play = element('button', { className: 'play', disabled: true, onclick: () => this.#toggle() }, 'Play');
    const scope = element('haptic-scope');
    const meter = element('meter', { min: -60, max: 0, value: -60, 'aria-label': 'Level in decibels' });
    const level = element('output', {}, 'silent');
    const facts = element('dl', {});
    const problem = element('p', { className: 'warning', role: 'alert' });
    const main = element('main', { className: 'hearing' }, title, state, play, problem, scope,
      element('div', { className: 'level' }, meter, level), facts,
      element('footer', {}, 'Space plays and pauses. Red marks are silence that was inserted because frames were late.'));
    return { main, title, state, play, scope, meter, level, facts, problem };
  }

  // MARK: The connection

  #connect() {
    const address = new URL('socket', location.href);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#receive(JSON.parse(data));
      else this.#take(new Float32Array(data));
    };
    socket.onclose = () => {
      if (this.state === 'ended') return;
      this.node?.port.postMessage({ do: 'stop' });
      this.#show('lost');
      setTimeout(() => this.#connect(), 1000);
    };
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Float32Array} samples */
  #take(samples) { this.node?.port.postMessage({ do: 'frames', samples }, [samples.buffer]); }

  /** @param {any} message */
  #receive(message) {
    switch (message.do) {
      case undefined: this.#use(message); break;
      case 'listener': this.#heedListener(message.who); break;
      case 'start': case 'finish': case 'stop': this.node?.port.postMessage(message); break;
      case 'end':
        this.#wantsSound = false;
        this.node?.port.postMessage({ do: 'stop' });
        this.#show('ended');
        // The server waits until everyone has heard of the end.
        this.#socket?.close();
        // The device has played the last frames by then.
        setTimeout(() => this.context?.suspend(), 1000);
    }
  }

  /** @param {Header} header */
  #use(header) {
    this.#header = header;
    this.#view.title.textContent = header.title;
    document.title = `${header.title} - haptic`;
    this.#view.scope.rate = header.rate;
    this.#showFacts(0, 0, 0);
    this.#show(this.state === 'waiting' ? 'ready' : this.state);
  }

  /** @param {'you' | 'other' | 'none'} who */
  #heedListener(who) {
    if (who === 'you') return this.#show('silent');
    this.node?.port.postMessage({ do: 'stop' });
    if (who === 'other') {
      this.#wantsSound = false;
      return this.#show('other');
    }
    // After an interruption of the connection, the page continues by itself.
    if (this.#wantsSound && this.state === 'lost') return this.#send({ action: 'listen' });
    this.#show(this.#header ? 'ready' : 'waiting');
  }

  // MARK: Playing

  #toggle() {
    if (this.#view.play.disabled) return;
    if (this.#wantsSound) this.#pause();
    else this.#play();
  }

  async #play() {
    this.#wantsSound = true;
    this.#show('starting');
    try {
      if (!this.context) await this.#start();
      await this.context?.resume();
    } catch (error) {
      this.#wantsSound = false;
      this.#view.problem.textContent = `The browser cannot play the sound: ${error}`;
      return this.#show('ready');
    }
    if (this.#wantsSound) this.#send({ action: 'listen' });
    this.#show('silent');
  }

  async #pause() {
    this.#wantsSound = false;
    this.#send({ action: 'pause' });
    this.#show('paused');
    await this.context?.suspend();
  }

  async #start() {
    const { rate, channels } = /** @type {Header} */ (this.#header);
    const context = new AudioContext({ sampleRate: rate, latencyHint: 'interactive' });
    await context.audioWorklet.addModule('hearing/hearing-worklet.js');
    const node = new AudioWorkletNode(context, 'hearing-player', {
      numberOfInputs: 0, outputChannelCount: [channels],
    });
    node.port.postMessage({ do: 'channels', channels });
    node.port.onmessage = ({ data }) => this.#heed(data);
    node.connect(context.destination);
    // The browser may interrupt the sound, for example for a call.
    context.onstatechange = () => {
      if (context.state !== 'running' && this.#wantsSound) this.#pause();
    };
    [this.context, this.node] = [context, node];
  }

  /** @param {any} report of the worklet */
  #heed(report) {
    if (report.dry) return this.#send({ action: 'dry' });
    const played = `${report.run} ${report.played}`;
    if (played !== this.#played) this.#send({ action: 'played', run: report.run, frames: report.played });
    this.#played = played;
    this.#view.scope.add(report.bars);
    this.#showLevel(report.bars);
    this.#showFacts(report.queued, report.gaps, report.silence);
    if (this.state === 'silent' || this.state === 'playing') this.#show(report.isActive ? 'playing' : 'silent');
  }

  // MARK: The view

  /** @param {keyof typeof words} state */
  #show(state) {
    const view = this.#view;
    this.state = state;
    document.body.dataset.state = state;
    view.state.textContent = words[state];
    view.play.disabled = ['waiting', 'lost', 'ended', 'starting'].includes(state);
    view.play.textContent = this.#wantsSound && state !== 'ended' ? 'Pause' : 'Play';
  }

  /** @param {number[]} bars */
  #showLevel(bars) {
    let peak = this.#peak * 0.9;
    for (const sample of bars) if (Math.abs(sample) > peak) peak = Math.abs(sample);
    this.#peak = peak;
    const decibels = 20 * Math.log10(peak);
    this.#view.meter.value = Math.max(-60, decibels);
    this.#view.level.textContent = decibels < -60 ? 'silent' : `${decibels.toFixed(1)} dB`;
  }

  /**
   * @param {number} queued frames
   * @param {number} gaps
   * @param {number} silence frames
   */
  #showFacts(queued, gaps, silence) {
    if (!this.#header) return;
    const { rate, channels } = this.#header;
    const milliseconds = (/** @type {number} */ frames) => `${Math.round(frames * 1000 / rate)} ms`;
    const rows = [
      ['Format', `${rate} Hz, ${channels === 2 ? 'stereo' : `${channels} channels`}, 32-bit floats`],
      ['Buffered', milliseconds(queued)],
      ['Silence inserted', gaps === 0 ? 'never' : `${gaps} ${gaps === 1 ? 'time' : 'times'}, ${milliseconds(silence)}`],
    ];
    this.#view.facts.replaceChildren(...rows.flatMap(([name, value]) =>
      [element('dt', {}, name), element('dd', {}, value)]));
  }
}

/** For tests. */
/** @type {any} */ (window).hearing = new Hearing();
