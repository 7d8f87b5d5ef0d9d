/** The values that every audio worklet has, which TypeScript's own declarations lack. */
declare const currentTime: number;
declare const sampleRate: number;
declare class AudioWorkletProcessor { readonly port: MessagePort; }
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
