import { expect, vi } from 'vitest';
import { type ReceivedRequest, allRequests } from './mock-server.ts';

/** The requests of a call so far, oldest first: `await requests('POST /api/visit')`. */
export const requests = async (call: string): Promise<readonly ReceivedRequest[]> =>
  (await allRequests()).filter((one) => one.call === call);

/** The last request of a call, once there is one. */
export const sent = (call: string): Promise<ReceivedRequest> =>
  vi.waitFor(
    async () => {
      const last = (await requests(call)).at(-1);
      if (last) return last;
      const sentRequests = (await allRequests()).map((one) => one.call);
      throw new Error(`Nobody asked for ${call}. Asked were ${sentRequests.join(', ')}.`);
    },
    { timeout: 10_000 },
  );

/**
 * The query of a call, once the last act has led to it: the same call may have been made before, so the last one so far proves
 * nothing yet.
 */
export const expectQuery = (call: `GET ${string}`) => expect.poll(async () => (await sent(call)).query);
