import { expect } from 'vitest';

/** The elements that are shown while content is loading. */
const WAITING = '.animate-pulse, .list-waiting, [aria-busy=true]';

/** Waits until the container has content and nothing in it is loading. */
export const waitUntilLoaded = (container: () => Element | null): Promise<void> =>
  expect.poll(() => container()?.firstElementChild && !container()?.querySelector(WAITING)).toBe(true);
