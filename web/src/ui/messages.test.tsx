import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { LOOKS } from '../testing/looks.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, answer } from '../testing/played-server.ts';
import { atRest } from '../testing/shell-parts.ts';
import { showMessage } from './message-store.ts';
import { setUpSystem } from '../testing/system.ts';

const VARIANTS = ['error', 'success', 'warning', 'info'] as const;

/** Raises a message as any script of the page can. */
const raise = (detail: unknown) => void dispatchEvent(new CustomEvent('showMessage', { detail }));
const lines = () => [...document.querySelectorAll<HTMLElement>('[data-variant]')];
const texts = () => lines().map((line) => line.textContent);
const alert = page.getByRole('alert');

const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
/** Lets so much time pass, and what follows from it be drawn. Nothing else may be waited for while time stands still. */
async function pass(milliseconds: number): Promise<void> {
  await drawn();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await drawn();
}
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

beforeEach(async () => {
  await setUpSystem({ reducedMotion: 'reduce' });
  await openConsole('/dashboard');
  // The pointer of the test before may rest where messages stand, and a message below it does not go.
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
});
afterEach(() => vi.useRealTimers());

describe('messages raised by a showMessage event', () => {
  test('are displayed, as errors unless they say otherwise', async () => {
    stopTime();
    raise({ message: 'The kitchen is closed.' });
    raise({ message: 'Of no known kind', variant: 'shout' });
    for (const variant of ['success', 'info'] as const) raise({ message: `The kitchen: ${variant}`, variant });
    await pass(0);
    const inRole = (role: string) =>
      lines()
        .filter((line) => line.closest(`[role=${role}]`))
        .map((line) => [line.dataset['variant'], line.textContent]);
    expect(inRole('alert')).toEqual([
      ['error', 'The kitchen is closed.'],
      ['error', 'Of no known kind'],
    ]);
    expect(inRole('status')).toEqual([
      ['success', 'The kitchen: success'],
      ['info', 'The kitchen: info'],
    ]);
  });

  test.each([[null], ['text'], [{}], [{ message: 7 }], [{ message: ' ' }]])(
    'are none where they say %j',
    async (detail) => {
      stopTime();
      raise(detail);
      await pass(0);
      expect(lines()).toEqual([]);
    },
  );

  test('stand at most four at a time, the same words once, and each can be closed', async () => {
    stopTime();
    for (const n of [1, 2, 3, 4, 5, 5]) raise({ message: `Message ${n}` });
    await pass(0);
    expect(texts()).toEqual(['Message 2', 'Message 3', 'Message 4', 'Message 5']);
    await alert.first().getByRole('button', { name: 'Close' }).click();
    await drawn();
    expect(texts()).toEqual(['Message 3', 'Message 4', 'Message 5']);
  });
});

describe('messages in the window', () => {
  test.each(LOOKS)(
    'stand at its top centre: $language, $theme, $width px',
    async ({ language, theme, width, height }) => {
      await page.viewport(width, height);
      await openConsole('/dashboard', { language, theme });
      for (const variant of VARIANTS) showMessage({ message: `The kitchen: ${variant}`, variant, duration: null });
      await expect.poll(() => lines().length).toBe(4);
      await atRest();
      expect(lines()[0]?.getBoundingClientRect().y).toBeLessThan(20);
      for (const line of lines()) {
        const { left, right } = line.getBoundingClientRect();
        expect((left + right) / 2).toBeCloseTo(width / 2, -1);
        expect(left).toBeGreaterThanOrEqual(0);
      }
      await expectAllAccessible();
    },
  );
});

describe('a message hides itself', () => {
  test.each([
    ['error', 5000],
    ['success', 6000],
    ['warning', 6000],
    ['info', 6000],
  ] as const)('of variant %s after %i ms', async (variant, duration) => {
    stopTime();
    raise({ message: 'The kitchen speaks.', variant });
    await pass(duration - 10);
    expect(texts()).toEqual(['The kitchen speaks.']);
    await pass(20);
    expect(texts()).toEqual([]);
  });

  test('after 5000 ms where it is the warning of a request', async () => {
    const data = { data: [], meta: { page: 1, per_page: 25, total: 0 }, error: 'The kitchen is slow today.' };
    answer('GET /api/region', () => HttpResponse.json(data));
    stopTime();
    router.history.push('/system/region');
    while (lines().length === 0) await pass(10);
    expect(lines().map((line) => [line.dataset['variant'], line.textContent])).toEqual([
      ['warning', 'The kitchen is slow today.'],
    ]);
    await pass(4900);
    expect(lines()).toHaveLength(1);
    await pass(200);
    expect(lines()).toEqual([]);
  });

  // Finding what the pointer goes to lets time pass that nobody counts: the message is hovered as soon as it stands.
  test('not while it is hovered or focused, and soon after', async () => {
    stopTime();
    raise({ message: 'The kitchen is closed.' });
    await pass(0);
    await userEvent.hover(alert);
    await pass(20_000);
    expect(lines()).toHaveLength(1);
    alert.getByRole('button', { name: 'Close' }).element().focus();
    await userEvent.hover(page.getByRole('heading', { level: 1 }));
    await pass(20_000);
    expect(lines()).toHaveLength(1);
    alert.getByRole('button', { name: 'Close' }).element().blur();
    await pass(0);
    expect(lines()).toHaveLength(1);
    await pass(5000);
    expect(lines()).toEqual([]);
  });

  test('after what was left of its time, once it is let go', async () => {
    stopTime();
    raise({ message: 'The kitchen is closed.' });
    await pass(4000);
    const close = alert.getByRole('button', { name: 'Close' }).element();
    if (close instanceof HTMLElement) close.focus();
    await pass(20_000);
    if (close instanceof HTMLElement) close.blur();
    await pass(800);
    expect(lines()).toHaveLength(1);
    await pass(400);
    expect(lines()).toEqual([]);
  });
});
