import { AsyncLocalStorage } from 'node:async_hooks';

/** The asker is gone: the work for them was broken off, and nobody is told. */
export class Abandoned extends Error {
  constructor() {
    super('Nobody waits for this any more');
  }
}

/** The asker of work. */
export interface Asked {
  /** Aborted, with the reason, when nobody waits any more: the statements at hand end. Undefined: it is done all the same. */
  readonly signal: AbortSignal | undefined;
  /** The user or address that asks: connections are shared out among these. */
  asker(): string;
}

const asked = new AsyncLocalStorage<Asked>();

export const whileAsked = <T>(by: Asked, work: () => T): T => asked.run(by, work);

/** The asker of the work at hand. */
export const askedBy = (): Asked | undefined => asked.getStore();
