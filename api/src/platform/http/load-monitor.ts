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
  let activeRequests = 0;
  app.addHook('onRequest', async (_, { raw }) => {
    activeRequests += 1;
    raw.once('close', () => (activeRequests -= 1));
  });
  const isBusy = () => activeRequests > 1;
  return async () => {
    const deadline = performance.now() + maxWaitMs;
    while (isBusy() && performance.now() < deadline) await wait(POLL_INTERVAL_MS);
  };
}
