import type { FastifyBaseLogger } from 'fastify';
import { Logger } from 'graphile-worker';

/** What the queue has to say goes into the program's log, from warnings on: its news is nobody's. */
export const loggerOf = (log: FastifyBaseLogger): Logger =>
  new Logger(() => (level, text) => {
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
  });

export const silentLogger = new Logger(() => () => undefined);
