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

/** Opens the page with the clock standing still. `pass` lets time go by; `sleep` does so with the timers at rest. */
async function openFrozen(language: 'en' | 'id' = 'en', theme: 'light' | 'dark' = 'light') {
  let now = Date.parse('2026-11-21T08:00:00Z');
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const advance = freezeTimers();
  await openConsole('/under-maintenance', { user: null, language, theme });
  await expect.element(timer).toBeVisible();
  // It stands a moment before it ticks.
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
  test('ends 15 days ahead, and ticks every second', async () => {
    const { pass } = await openFrozen();
    await expect.poll(left).toEqual(['15', '0', '0', '0']);
    pass(999);
    expect(left()).toEqual(['15', '0', '0', '0']);
    pass(1);
    await expect.poll(left).toEqual(['14', '23', '59', '59']);
    pass(1000);
    await expect.poll(left).toEqual(['14', '23', '59', '58']);
  });

  test('jumps to the right time when the page has slept', async () => {
    const { sleep, advance } = await openFrozen();
    await expect.poll(left).toEqual(['15', '0', '0', '0']);
    // As after a laptop was closed: ticks that came due meanwhile come once.
    sleep(30 * 3_600_000 + 30_000);
    advance(1000);
    await expect.poll(left).toEqual(['13', '17', '59', '30']);
  });

  test.for([
    ['en', 'light', 'Maintenance has ended', 'Go back to the dashboard'],
    ['id', 'dark', 'Pemeliharaan selesai', 'Kembali ke dasbor'],
  ] as const)('says that it is over, and leads back: %s, %s', async ([language, theme, labels, linkName]) => {
    const { sleep, advance } = await openFrozen(language, theme);
    sleep(15 * DAY);
    advance(1000);
    await expect.element(page.getByRole('status').getByText(labels)).toBeVisible();
    await expect.element(timer).not.toBeInTheDocument();
    // The search for violations takes its own time.
    for (const debounced of [setTimeout, setInterval, clearTimeout, clearInterval]) vi.mocked(debounced).mockRestore();
    await expectAccessible();
    await expect.element(page.getByRole('main').getByRole('link', { name: linkName })).toHaveAttribute('href', '/');
  });
});
