import { delay } from 'msw';

/** Answers that have not arrived, or are not read to their end yet. */
const waiting = new Set<Promise<unknown>>();
/** Milliseconds. */
let longestWait = 0;

/** From here on the page's answers are followed to their end, each held back at random by up to `slowness` milliseconds. */
export function trackResponses(slowness: number): void {
  longestWait = slowness + 200;
  const originalFetch = window.fetch;
  const fetchSlowly: typeof fetch = async (...request) => {
    try {
      return await originalFetch(...request);
    } finally {
      await delay(Math.random() * slowness);
    }
  };
  window.fetch = (...request) => {
    const received = slowness > 0 ? fetchSlowly(...request) : originalFetch(...request);
    return follow(
      received.then((response) => {
        const [text, blob] = [response.text.bind(response), response.blob.bind(response)];
        return Object.assign(response, { text: () => follow(text()), blob: () => follow(blob()) });
      }),
    );
  };
}

/** The page waits for this. */
function follow<T>(work: Promise<T>): Promise<T> {
  waiting.add(work);
  const forget = () => void waiting.delete(work);
  work.then(forget, forget);
  return work;
}

/**
 * Answers that a page waits for arrive and are handled before the next page begins, which would hear them otherwise: "Saved.".
 * Answers that a test holds back for good are not waited for.
 */
export async function waitForResponses(): Promise<void> {
  const end = performance.now() + longestWait;
  // Handling an answer can send another request.
  while (waiting.size > 0 && performance.now() < end) {
    await Promise.race([Promise.allSettled(waiting), delay(longestWait)]);
    await delay(0);
  }
  waiting.clear();
}
