import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Between two looks, and at most. */
const LOOK_MS = 25;
const PATIENCE_MS = 1_000;

/**
 * Watches the requests of a server. Returns a wait until one is under way at most, or `patience` milliseconds, a second, are over:
 * for work that nobody waits for.
 */
export function watchRush(app: FastifyInstance, patience = PATIENCE_MS): () => Promise<void> {
  let underWay = 0;
  app.addHook('onRequest', async (_, { raw }) => {
    underWay += 1;
    raw.once('close', () => (underWay -= 1));
  });
  const isRush = () => underWay > 1;
  return async () => {
    const end = performance.now() + patience;
    while (isRush() && performance.now() < end) await wait(LOOK_MS);
  };
}
