import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Polling interval, and maximum wait. */
const POLL_INTERVAL_MS = 25;
const MAX_WAIT_MS = 1_000;

/**
 * Counts a server's requests in progress. Returns a function that waits until at most one is in progress, or for
 * `maxWaitMs` milliseconds. For background work.
 */
export function createLoadMonitor(app: FastifyInstance, maxWaitMs = MAX_WAIT_MS): () => Promise<void> {
  let active = 0;
  app.addHook('onRequest', async (_, { raw }) => {
    active += 1;
    raw.once('close', () => (active -= 1));
  });
  const isBusy = () => active > 1;
  return async () => {
    const end = performance.now() + maxWaitMs;
    while (isBusy() && performance.now() < end) await wait(POLL_INTERVAL_MS);
  };
}
