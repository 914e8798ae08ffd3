import { delay } from 'msw';

/** Responses that have not arrived, or whose bodies have not been read. */
const pendingWork = new Set<Promise<unknown>>();
/** The maximum time to wait for responses. Milliseconds. */
let maxWait = 0;

/** Tracks the page's responses from now on, and delays each at random by up to `slowness` milliseconds. */
export function trackResponses(slowness: number): void {
  maxWait = slowness + 200;
  const originalFetch = window.fetch;
  const fetchSlowly: typeof fetch = async (...request) => {
    try {
      return await originalFetch(...request);
    } finally {
      await delay(Math.random() * slowness);
    }
  };
  window.fetch = (...request) => {
    const response = slowness > 0 ? fetchSlowly(...request) : originalFetch(...request);
    return track(
      response.then((response) => {
        const [text, blob] = [response.text.bind(response), response.blob.bind(response)];
        return Object.assign(response, { text: () => track(text()), blob: () => track(blob()) });
      }),
    );
  };
}

/** Adds work that the page is waiting for. */
function track<T>(work: Promise<T>): Promise<T> {
  pendingWork.add(work);
  const remove = () => void pendingWork.delete(work);
  work.then(remove, remove);
  return work;
}

/**
 * Waits until the page has handled its pending responses. Otherwise the next page would show their messages, such as
 * "Saved.". Stops after the maximum time, because a test may never release a response.
 */
export async function waitForResponses(): Promise<void> {
  const deadline = performance.now() + maxWait;
  // Handling a response can send another request.
  while (pendingWork.size > 0 && performance.now() < deadline) {
    await Promise.race([Promise.allSettled(pendingWork), delay(maxWait)]);
    await delay(0);
  }
  pendingWork.clear();
}
