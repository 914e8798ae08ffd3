import { expect, vi } from 'vitest';
import { type ReceivedRequest, allRequests } from './mock-server.ts';

/** The requests of a call so far, oldest first: `await requests('POST /api/visit')`. */
export const findRequests = async (call: string): Promise<readonly ReceivedRequest[]> =>
  (await allRequests()).filter((request) => request.call === call);

/** The last request of a call. Waits up to 10 seconds until there is one, and throws otherwise. */
export const waitForRequest = (call: string): Promise<ReceivedRequest> =>
  vi.waitFor(
    async () => {
      const lastRequest = (await findRequests(call)).at(-1);
      if (lastRequest) return lastRequest;
      const sentCalls = (await allRequests()).map((request) => request.call);
      throw new Error(`There was no request ${call}. Requests were: ${sentCalls.join(', ')}.`);
    },
    { timeout: 10_000 },
  );

/**
 * Polls the query of the last request of a call. The call may have been made before, so its last request is not
 * necessarily the one that the last action leads to.
 */
export const expectQuery = (call: `GET ${string}`) => expect.poll(async () => (await waitForRequest(call)).query);
