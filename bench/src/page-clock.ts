import type { Page } from '@playwright/test';

/*
 * Times as the page itself has them. A question from outside comes late, the later the slower the machine is made; so each clock
 * runs inside the page and is read when it has stopped.
 */

/** Nothing on the network for half a second. */
export const settled = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

/**
 * Milliseconds from the start of the navigation until the sign-in form stands and the page takes input. Call before
 * `goto`; the function it returns waits for the clock.
 */
export async function watchForForm(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const look = () => {
      const field = document.querySelector<HTMLInputElement>('input[name=password]');
      if (!field || field.disabled) return void requestAnimationFrame(look);
      // The next task runs when all work under way is done: from here on a key is answered.
      setTimeout(() => Object.assign(window, { formAt: performance.now() }));
    };
    requestAnimationFrame(look);
  });
  return async () => {
    const at = await page.waitForFunction(() => ('formAt' in window ? Number(window.formAt) : null), undefined, {
      polling: 50,
    });
    return Number(await at.jsonValue());
  };
}

/** Milliseconds from a click to the frame in which the rows of a list stand, behind its head and its filters. */
export async function timeToRows(page: Page, click: () => Promise<void>): Promise<number> {
  const clock = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('No row in half a minute')), 30_000);
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (!document.querySelector('[role=row][aria-rowindex="3"]')) return void requestAnimationFrame(look);
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
  );
  return clockOf(clock, click);
}

/** Milliseconds from the end of the list's answer to the frame that shows it, after something that asks the list anew. */
export async function timeToChange(page: Page, act: () => Promise<void>): Promise<number> {
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
        let answeredAt: number | undefined;
        new PerformanceObserver((list, observer) => {
          for (const entry of list.getEntries()) {
            if (!/\/api\/member\?/.test(entry.name) || !('responseEnd' in entry)) continue;
            answeredAt = Number(entry.responseEnd);
            observer.disconnect();
          }
        }).observe({ type: 'resource' });
        const look = () => {
          if (answeredAt === undefined || rows() === before) return void requestAnimationFrame(look);
          const end = answeredAt;
          requestAnimationFrame(() => setTimeout(() => resolve(Math.max(0, performance.now() - end))));
        };
        look();
      }),
  );
  return clockOf(clock, act);
}

/** Does the act that the clock waits for, and reads the clock. */
async function clockOf(clock: Promise<number>, act: () => Promise<void>): Promise<number> {
  const [time] = await Promise.all([clock, act()]);
  return time;
}
