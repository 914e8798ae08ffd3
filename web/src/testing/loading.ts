import { expect } from 'vitest';

/** The elements drawn while something is on its way. */
const WAITING = '.animate-pulse, .list-waiting, [aria-busy=true]';

/** The place has something in it, and waits for nothing more. */
export const waitUntilLoaded = (container: () => Element | null): Promise<void> =>
  expect.poll(() => container()?.firstElementChild && !container()?.querySelector(WAITING)).toBe(true);
