import type { Page } from '@playwright/test';

/*
 * Times as measured by the page itself. Polling from outside lags, especially on a throttled machine. So each clock
 * runs inside the page and is read after it has stopped.
 */

/** Waits until the network has been idle for half a second. */
export const waitUntilIdle = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

/**
 * Milliseconds from the start of the navigation until the sign-in form is visible and the page accepts input. Call
 * before `goto`; the returned function waits for the clock.
 */
export async function trackFormReady(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const poll = () => {
      const field = document.querySelector<HTMLInputElement>('input[name=password]');
      if (!field || field.disabled) return void requestAnimationFrame(poll);
      // The next task runs after all pending work: from then on the page responds to a key.
      setTimeout(() => Object.assign(window, { formReadyAt: performance.now() }));
    };
    requestAnimationFrame(poll);
  });
  return async () => {
    const at = await page.waitForFunction(
      () => ('formReadyAt' in window ? Number(window.formReadyAt) : null),
      undefined,
      {
        polling: 50,
      },
    );
    return Number(await at.jsonValue());
  };
}

/** Milliseconds from a click to the frame that shows the rows of a list, after its header and filters. */
export async function timeToRows(page: Page, click: () => Promise<void>): Promise<number> {
  const clock = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('No row in half a minute')), 30_000);
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const poll = () => {
              if (!document.querySelector('[role=row][aria-rowindex="3"]')) return void requestAnimationFrame(poll);
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            };
            poll();
          },
          { capture: true, once: true },
        );
      }),
  );
  return readClock(clock, click);
}

/**
 * Milliseconds from the end of the list's response to the frame that shows it, after an action that reloads the list.
 */
export async function timeToChange(page: Page, action: () => Promise<void>): Promise<number> {
  const clock = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('No other row in half a minute')), 30_000);
        const rows = () =>
          [...document.querySelectorAll('[role=row]')]
            .slice(2, 7)
            .map((row) => row.textContent)
            .join();
        const before = rows();
        let respondedAt: number | undefined;
        new PerformanceObserver((list, observer) => {
          for (const entry of list.getEntries()) {
            if (!/\/api\/member\?/.test(entry.name) || !('responseEnd' in entry)) continue;
            respondedAt = Number(entry.responseEnd);
            observer.disconnect();
          }
        }).observe({ type: 'resource' });
        const poll = () => {
          if (respondedAt === undefined || rows() === before) return void requestAnimationFrame(poll);
          const end = respondedAt;
          requestAnimationFrame(() => setTimeout(() => resolve(Math.max(0, performance.now() - end))));
        };
        poll();
      }),
  );
  return readClock(clock, action);
}

/** Performs the action that the clock waits for, and reads the clock. */
async function readClock(clock: Promise<number>, action: () => Promise<void>): Promise<number> {
  const [time] = await Promise.all([clock, action()]);
  return time;
}
