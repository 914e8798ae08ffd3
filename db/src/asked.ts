import { AsyncLocalStorage } from 'node:async_hooks';

/** Whoever asked is gone: what was being done for them was broken off, and nobody is told. */
export class Abandoned extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

/** For whom work is done. */
export interface Asked {
  /** Aborted, with the reason, when nobody waits any more: the statements at hand end. Undefined: it is done all the same. */
  readonly signal: AbortSignal | undefined;
  /** Who asks: what is shared out is shared out among these. */
  asker(): string;
}

const asked = new AsyncLocalStorage<Asked>();

export const whileAsked = <T>(by: Asked, work: () => T): T => asked.run(by, work);

/** For whom the work at hand is done. */
export const askedBy = (): Asked | undefined => asked.getStore();
