import { expect, vi } from 'vitest';
import { type ReceivedRequest, allRequests } from './mock-server.ts';

/** The requests of a call so far, oldest first: `await requests('POST /api/visit')`. */
export const requests = async (call: string): Promise<readonly ReceivedRequest[]> =>
  (await allRequests()).filter((one) => one.call === call);

/** The last request of a call. Waits up to 10 seconds until there is one, and throws otherwise. */
export const sent = (call: string): Promise<ReceivedRequest> =>
  vi.waitFor(
    async () => {
      const last = (await requests(call)).at(-1);
      if (last) return last;
      const sentRequests = (await allRequests()).map((one) => one.call);
      throw new Error(`There was no request ${call}. Requests were: ${sentRequests.join(', ')}.`);
    },
    { timeout: 10_000 },
  );

/**
 * Polls the query of the last request of a call. The call may have been made before, so its last request is not
 * necessarily the one that the last action leads to.
 */
export const expectQuery = (call: `GET ${string}`) => expect.poll(async () => (await sent(call)).query);
