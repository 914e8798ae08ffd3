import type { Page } from '@playwright/test';

/*
 * Times measured within the page itself: polling from outside lags, especially on a throttled machine. Each clock
 * therefore runs inside the page and is read after it has stopped.
 */

/** Waits until the network has been idle for half a second. */
export const waitUntilIdle = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

/**
 * Milliseconds from the start of the navigation until the sign-in form is visible and the page accepts input. To be
 * called before `goto`; the returned function waits for the clock.
 */
export const trackFormReady = (page: Page): Promise<() => Promise<number>> =>
  trackElement(page, 'input[name=password]:enabled');

/** The same until a list shows its first row. */
export const trackRows = (page: Page): Promise<() => Promise<number>> => trackElement(page, FIRST_ROW);

/** The first row below the header and the filters of a list. */
const FIRST_ROW = '[role=row][aria-rowindex="3"]';

async function trackElement(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript((awaitedSelector) => {
    const pollFrame = () => {
      if (!document.querySelector(awaitedSelector)) return void requestAnimationFrame(pollFrame);
      // The next task runs after all pending work; from then on, the page responds to a key.
      setTimeout(() => Object.assign(window, { elementReadyAt: performance.now() }));
    };
    requestAnimationFrame(pollFrame);
  }, selector);
  return async () => {
    const readyAt = await page.waitForFunction(
      () => ('elementReadyAt' in window ? Number(window.elementReadyAt) : null),
      undefined,
      { polling: 50 },
    );
    return Number(await readyAt.jsonValue());
  };
}

/** Milliseconds from a click to the frame that shows the rows of a list, after its header and filters. */
export const measureTimeToRows = (page: Page, click: () => Promise<void>): Promise<number> =>
  measureTimeToElement(page, FIRST_ROW, click);

/** Milliseconds from a click to the frame that shows the head and the tabs of a record. */
export const measureTimeToHeading = (page: Page, click: () => Promise<void>): Promise<number> =>
  measureTimeToElement(page, 'main [role=tablist]', click);

function measureTimeToElement(page: Page, selector: string, click: () => Promise<void>): Promise<number> {
  const clock = page.evaluate(
    (awaitedSelector) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`No ${awaitedSelector} in half a minute`)), 30_000);
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const pollFrame = () => {
              if (!document.querySelector(awaitedSelector)) return void requestAnimationFrame(pollFrame);
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            };
            pollFrame();
          },
          { capture: true, once: true },
        );
      }),
    selector,
  );
  return runAndReadClock(clock, click);
}

/**
 * Milliseconds from the end of the list's response to the frame that shows it, after an action that reloads the list.
 */
export async function measureTimeToChange(page: Page, action: () => Promise<void>): Promise<number> {
  const clock = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('No other row in half a minute')), 30_000);
        const readRows = () =>
          [...document.querySelectorAll('[role=row]')]
            .slice(2, 7)
            .map((row) => row.textContent)
            .join();
        const rowsBefore = readRows();
        let respondedAt: number | undefined;
        new PerformanceObserver((list, observer) => {
          for (const entry of list.getEntries()) {
            if (!/\/api\/member\?/.test(entry.name) || !('responseEnd' in entry)) continue;
            respondedAt = Number(entry.responseEnd);
            observer.disconnect();
          }
        }).observe({ type: 'resource' });
        const pollFrame = () => {
          if (respondedAt === undefined || readRows() === rowsBefore) return void requestAnimationFrame(pollFrame);
          const responseEnd = respondedAt;
          requestAnimationFrame(() => setTimeout(() => resolve(Math.max(0, performance.now() - responseEnd))));
        };
        pollFrame();
      }),
  );
  return runAndReadClock(clock, action);
}

/** Performs the action that the clock waits for, and reads the clock. */
async function runAndReadClock(clock: Promise<number>, action: () => Promise<void>): Promise<number> {
  const [milliseconds] = await Promise.all([clock, action()]);
  return milliseconds;
}
