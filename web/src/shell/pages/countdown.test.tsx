import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { freezeTimers } from '../../testing/frozen-timers.ts';

const DAY = 86_400_000;
const timer = page.getByRole('timer');
const left = () =>
  timer
    .getByRole('definition')
    .elements()
    .map((part) => part.textContent);

/** Opens the page with frozen time. `sleep` advances only the clock, `advance` only the timers, `pass` both. */
async function openFrozen(language: 'en' | 'id' = 'en', theme: 'light' | 'dark' = 'light') {
  let now = Date.parse('2026-11-21T08:00:00Z');
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const advance = freezeTimers();
  await openConsole('/under-maintenance', { user: null, language, theme });
  await expect.element(timer).toBeVisible();
  // The countdown appears before its interval starts.
  await expect.poll(() => vi.mocked(setInterval).mock.calls.map(([, every]) => every)).toContain(1000);
  const sleep = (milliseconds: number) => {
    now += milliseconds;
  };
  const pass = (milliseconds: number) => {
    sleep(milliseconds);
    advance(milliseconds);
  };
  return { pass, sleep, advance };
}

describe('the countdown', () => {
  test('starts at 15 days and ticks every second', async () => {
    const { pass } = await openFrozen();
    await expect.poll(left).toEqual(['15', '0', '0', '0']);
    pass(999);
    expect(left()).toEqual(['15', '0', '0', '0']);
    pass(1);
    await expect.poll(left).toEqual(['14', '23', '59', '59']);
    pass(1000);
    await expect.poll(left).toEqual(['14', '23', '59', '58']);
  });

  test('shows the right time after the page was suspended', async () => {
    const { sleep, advance } = await openFrozen();
    await expect.poll(left).toEqual(['15', '0', '0', '0']);
    // As after a closed laptop: of all ticks that came due, only one fires.
    sleep(30 * 3_600_000 + 30_000);
    advance(1000);
    await expect.poll(left).toEqual(['13', '17', '59', '30']);
  });

  test.for([
    ['en', 'light', 'Maintenance has ended', 'Go back to the dashboard'],
    ['id', 'dark', 'Pemeliharaan selesai', 'Kembali ke dasbor'],
  ] as const)(
    'shows that maintenance has ended, with a link to the dashboard: %s, %s',
    async ([language, theme, text, linkName]) => {
      const { sleep, advance } = await openFrozen(language, theme);
      sleep(15 * DAY);
      advance(1000);
      await expect.element(page.getByRole('status').getByText(text)).toBeVisible();
      await expect.element(timer).not.toBeInTheDocument();
      // axe needs real timers.
      for (const timerCall of [setTimeout, setInterval, clearTimeout, clearInterval])
        vi.mocked(timerCall).mockRestore();
      await expectAccessible();
      await expect.element(page.getByRole('main').getByRole('link', { name: linkName })).toHaveAttribute('href', '/');
    },
  );
});
