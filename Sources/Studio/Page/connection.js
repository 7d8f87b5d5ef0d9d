import { pageWords } from './words.js';

/**
 * The socket to the server, which asks and is told.
 *
 * Events: `news` for each message that is not an answer, `samples` with the sound of a live phone, `open` and `close`.
 */
export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #lastID = 0;

  constructor() {
    super();
    this.#connect();
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  #connect() {
    const address = new URL('socket', location.href);
    address.protocol = 'ws:';
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => this.dispatchEvent(new Event('open'));
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#receive(JSON.parse(data));
      else this.dispatchEvent(new CustomEvent('samples', { detail: data }));
    };
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the server has gone'));
      this.#waiting.clear();
      this.dispatchEvent(new Event('close'));
      setTimeout(() => this.#connect(), 1000);
    };
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id === undefined) {
      this.dispatchEvent(new CustomEvent('news', { detail: message }));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.refused === undefined) waiting?.resolve(message);
    else waiting?.reject(new Error(pageWords(message.refused)));
  }

  /**
   * Asks the server.
   * @param {string} action the action, a row of `StudioRequest`
   * @param {Record<string, unknown>} values the values of the action
   * @returns {Promise<any>} the answer; rejected with the reason if the server refuses
   */
  ask(action, values = {}) {
    if (!this.isOpen) return Promise.reject(new Error('the server cannot be reached'));
    const id = ++this.#lastID;
    this.#socket?.send(JSON.stringify({ id, action, ...values }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }
}
