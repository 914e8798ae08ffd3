/// <reference types="@vitest/browser-playwright" />
import type { BrowserCommand } from 'vitest/node';

/** Taps with a finger. Playwright's own tap wants a context that is a phone throughout, and the tests of a file share theirs. */
export const tap: BrowserCommand<[target: { readonly selector: string }]> = async (
  { page, context, iframe },
  { selector },
) => {
  const element = iframe.locator(selector);
  // Waits until it stands still.
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${selector} is not on screen`);
  const session = await context.newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
};
