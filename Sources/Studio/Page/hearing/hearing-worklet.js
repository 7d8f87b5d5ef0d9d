/** The number of frames between two reports to the page, about 20 ms. */
const reportFrames = 1024;
/** The number of frames that the picture shows as one line. */
const barFrames = 256;
/** The number of frames of the fade at a stop, 5 ms at 48000 Hz, so that no click is heard. */
const fadeFrames = 240;

/**
 * Plays a stream of interleaved frames, bit for bit.
 *
 * If frames are missing, silence is inserted, and playing continues when enough frames have arrived.
 */
class HearingPlayer extends AudioWorkletProcessor {
  constructor() {
    super();
    /** @type {Float32Array[]} */
    this.queue = [];
    /** The number of samples of the first block that were played. */
    this.offset = 0;
    /** The number of frames in the queue. */
    this.queued = 0;
    /** @type {'idle' | 'filling' | 'playing' | 'fading'} */
    this.state = 'idle';
    this.run = 0;
    this.played = 0;
    /** The number of frames with which playing begins. */
    this.enough = 0;
    this.finishing = false;
    this.fadeLeft = 0;
    /** The times that frames were missing, and the number of frames of silence that were inserted for them. */
    this.gaps = 0;
    this.silence = 0;
    this.isGap = false;
    /** @type {number[]} The lowest and the highest sample of each line of the picture. */
    this.bars = [];
    this.bar = { low: 0, high: 0, frames: 0, gap: false };
    this.reportIn = reportFrames;
    /** The number of frames that the last report said were played. */
    this.reported = -1;
    this.channels = 2;
    this.port.onmessage = (message) => this.receive(message.data);
  }

  /** @param {any} message */
  receive(message) {
    switch (message.do) {
      case 'start':
        this.clear();
        this.run = message.run;
        this.played = message.played;
        this.enough = message.enough;
        this.finishing = false;
        this.isGap = false;
        this.state = 'filling';
        break;
      case 'frames':
        this.queue.push(message.samples);
        this.queued += message.samples.length / this.channels;
        break;
      case 'channels': this.channels = message.channels; break;
      case 'finish': this.finishing = true; break;
      case 'stop':
        this.fadeLeft = Math.min(fadeFrames, this.queued);
        this.state = this.state === 'playing' ? 'fading' : 'idle';
        if (this.state === 'idle') this.clear();
        break;
    }
  }

  clear() {
    this.queue = [];
    this.offset = 0;
    this.queued = 0;
  }

  /**
   * Moves a frame from the queue to the outputs.
   * @param {Float32Array[]} output
   * @param {number} index
   */
  move(output, index) {
    const block = this.queue[0];
    for (let channel = 0; channel < output.length; channel += 1) {
      output[channel][index] = block[this.offset + channel];
    }
    this.offset += output.length;
    this.queued -= 1;
    if (this.offset < block.length) return;
    this.queue.shift();
    this.offset = 0;
  }

  /**
   * Plays as many frames as there are.
   * @param {Float32Array[]} output
   * @returns {number} the number of frames
   */
  play(output) {
    const count = Math.min(output[0].length, this.queued);
    for (let index = 0; index < count; index += 1) this.move(output, index);
    this.played += count;
    return count;
  }

  /** @param {Float32Array[]} output */
  fade(output) {
    for (let index = 0; index < output[0].length && this.fadeLeft > 0; index += 1, this.fadeLeft -= 1) {
      this.move(output, index);
      for (const channel of output) channel[index] *= this.fadeLeft / fadeFrames;
    }
    if (this.fadeLeft > 0) return;
    this.state = 'idle';
    this.clear();
  }

  /**
   * @param {Float32Array[][]} _
   * @param {Float32Array[][]} outputs
   */
  process(_, outputs) {
    const output = outputs[0];
    const frames = output[0].length;
    if (this.state === 'filling' && (this.queued >= this.enough || this.finishing)) this.state = 'playing';
    switch (this.state) {
      case 'idle': break;
      case 'filling': if (this.isGap) this.silence += frames; break;
      case 'fading': this.fade(output); break;
      case 'playing': {
        const missing = frames - this.play(output);
        this.isGap = false;
        if (missing === 0 || this.finishing) break;
        this.gaps += 1;
        this.silence += missing;
        this.isGap = true;
        this.state = 'filling';
        this.reportIn = 0;
        this.port.postMessage({ dry: true });
      }
    }
    this.draw(output, this.isGap);
    this.reportIn -= frames;
    const isComplete = this.finishing && this.queued === 0 && this.reported !== this.played;
    if (this.reportIn <= 0 || isComplete) this.report();
    return true;
  }

  /**
   * Adds the output to the picture.
   * @param {Float32Array[]} output
   * @param {boolean} gap
   */
  draw(output, gap) {
    const { bar } = this;
    for (const channel of output) {
      for (const sample of channel) {
        if (sample < bar.low) bar.low = sample;
        if (sample > bar.high) bar.high = sample;
      }
    }
    bar.gap ||= gap;
    bar.frames += output[0].length;
    if (bar.frames < barFrames) return;
    this.bars.push(bar.gap ? NaN : bar.low, bar.high);
    this.bar = { low: 0, high: 0, frames: 0, gap: false };
  }

  report() {
    this.reportIn = reportFrames;
    const { run, played, gaps, silence, queued, bars } = this;
    this.reported = played;
    this.port.postMessage({ run, played, gaps, silence, queued, bars, isActive: this.state !== 'idle' });
    this.bars = [];
  }
}

registerProcessor('hearing-player', HearingPlayer);
