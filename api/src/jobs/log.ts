import type { FastifyBaseLogger } from 'fastify';
import { Logger } from 'graphile-worker';

/** The queue's messages go into the program's log, from warnings on: nobody needs its news. */
export const loggerOf = (log: FastifyBaseLogger): Logger =>
  new Logger(() => (level, text) => {
    if (level === 'error') log.error(text);
    else if (level === 'warning') log.warn(text);
  });

export const silentLogger = new Logger(() => () => undefined);
