import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { freezeTimers } from '../../testing/frozen-timers.ts';

const DAY = 86_400_000;
const timer = page.getByRole('timer');
const remainingValues = () =>
  timer
    .getByRole('definition')
    .elements()
    .map((element) => element.textContent);

/** Opens the page with frozen time. Returns functions that advance only the clock, only the timers, or both. */
async function openWithFrozenTime(language: 'en' | 'id' = 'en', theme: 'light' | 'dark' = 'light') {
  let now = Date.parse('2026-11-21T08:00:00Z');
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const advanceTimers = freezeTimers();
  await openConsole('/under-maintenance', { user: null, language, theme });
  await expect.element(timer).toBeVisible();
  // The countdown appears before its interval starts.
  await expect.poll(() => vi.mocked(setInterval).mock.calls.map(([, interval]) => interval)).toContain(1000);
  const advanceClock = (milliseconds: number) => {
    now += milliseconds;
  };
  const advanceTime = (milliseconds: number) => {
    advanceClock(milliseconds);
    advanceTimers(milliseconds);
  };
  return { pass: advanceTime, sleep: advanceClock, advance: advanceTimers };
}

describe('the countdown', () => {
  test('starts at 15 days and ticks every second', async () => {
    const { pass: advanceTime } = await openWithFrozenTime();
    await expect.poll(remainingValues).toEqual(['15', '0', '0', '0']);
    advanceTime(999);
    expect(remainingValues()).toEqual(['15', '0', '0', '0']);
    advanceTime(1);
    await expect.poll(remainingValues).toEqual(['14', '23', '59', '59']);
    advanceTime(1000);
    await expect.poll(remainingValues).toEqual(['14', '23', '59', '58']);
  });

  test('shows the right time after the page was suspended', async () => {
    const { sleep: advanceClock, advance: advanceTimers } = await openWithFrozenTime();
    await expect.poll(remainingValues).toEqual(['15', '0', '0', '0']);
    // As after a closed laptop: only one of the due ticks fires.
    advanceClock(30 * 3_600_000 + 30_000);
    advanceTimers(1000);
    await expect.poll(remainingValues).toEqual(['13', '17', '59', '30']);
  });

  test('goes on at the next visit, in place of 15 days again', async () => {
    const { sleep: advanceClock } = await openWithFrozenTime();
    await expect.poll(remainingValues).toEqual(['15', '0', '0', '0']);
    const stored = { 'innkeeper.maintenance-until': Number(localStorage.getItem('innkeeper.maintenance-until')) };
    advanceClock(2 * DAY);
    await openConsole('/under-maintenance', { user: null, stored });
    await expect.poll(remainingValues).toEqual(['13', '0', '0', '0']);
  });

  test('ends when the server says so', async () => {
    document.documentElement.dataset['maintenanceUntil'] = '2026-11-21T10:30:00.000Z';
    onTestFinished(() => void delete document.documentElement.dataset['maintenanceUntil']);
    await openWithFrozenTime();
    await expect.poll(remainingValues).toEqual(['0', '2', '30', '0']);
  });

  test.for([
    ['en', 'light', 'Maintenance has ended', 'Go back to the dashboard'],
    ['id', 'dark', 'Pemeliharaan selesai', 'Kembali ke dasbor'],
  ] as const)(
    'shows that maintenance has ended, with a link to the dashboard: %s, %s',
    async ([language, theme, text, linkName]) => {
      const { sleep: advanceClock, advance: advanceTimers } = await openWithFrozenTime(language, theme);
      advanceClock(15 * DAY);
      advanceTimers(1000);
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
