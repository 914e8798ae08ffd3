/// <reference types="@vitest/browser-playwright" />
import type { BrowserCommand, BrowserCommandContext } from 'vitest/node';

/**
 * Taps with a finger. Playwright's own tap needs a context that is always a phone, and the tests of a file share one.
 */
export const tap: BrowserCommand<[target: { readonly selector: string }]> = async (
  { page, context, iframe },
  { selector },
) => {
  const element = iframe.locator(selector);
  // Waits until it does not move.
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

type Session = Awaited<ReturnType<BrowserCommandContext['context']['newCDPSession']>>;
const touchSessionByPage = new WeakMap<object, Session>();

/** Emulates a touch screen, or a mouse again. The emulation lasts as long as its DevTools session. */
export const setTouchScreen: BrowserCommand<[on: boolean]> = async ({ page, context }, isTouchScreen) => {
  await touchSessionByPage.get(page)?.detach();
  touchSessionByPage.delete(page);
  if (!isTouchScreen) return;
  const session = await context.newCDPSession(page);
  touchSessionByPage.set(page, session);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
};
