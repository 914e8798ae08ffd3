import type { FastifyBaseLogger } from 'fastify';
import { Logger } from 'graphile-worker';

/** Forwards the queue's messages to the server log, from warnings on; its info messages are not needed. */
export const createQueueLogger = (log: FastifyBaseLogger): Logger =>
  new Logger(() => (level, text) => {
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
  });

export const silentLogger = new Logger(() => () => undefined);
