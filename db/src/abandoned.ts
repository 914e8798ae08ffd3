import { AsyncLocalStorage } from 'node:async_hooks';

/** Whoever asked is gone: what was being done for them was broken off, and nobody is told. */
export class Abandoned extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

const asked = new AsyncLocalStorage<AbortSignal>();

/** Runs work whose statements end when the signal is aborted, with its reason. */
export const whileAsked = <T>(signal: AbortSignal, work: () => T): T => asked.run(signal, work);

/** The signal of the work at hand. */
export const askedSignal = (): AbortSignal | undefined => asked.getStore();
