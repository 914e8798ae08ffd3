import { expect } from 'vitest';

/** The elements that are shown while content is loading. */
const LOADING_SELECTOR = '.animate-pulse, .list-waiting, [aria-busy=true]';

/** Waits until the container has content and nothing in it is loading. */
export const waitUntilLoaded = (findContainer: () => Element | null): Promise<void> =>
  expect.poll(() => findContainer()?.firstElementChild && !findContainer()?.querySelector(LOADING_SELECTOR)).toBe(true);
