import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../testing/mock-server.ts';
import { waitForAnimations } from '../testing/shell-parts.ts';
import { confirm } from './confirm.tsx';
import { showMessage } from './message-store.ts';
import { setUpSystem } from '../testing/system.ts';

const VARIANTS = ['error', 'success', 'warning', 'info'] as const;

/** Shows a message as any script of the page can. */
const dispatchMessage = (detail: unknown) => void dispatchEvent(new CustomEvent('showMessage', { detail }));
const lines = () => [...document.querySelectorAll<HTMLElement>('[data-variant]')];
const texts = () => lines().map((line) => line.textContent);
const alert = page.getByRole('alert');

const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
/** Advances the frozen time, and waits until the result is drawn. No other wait would end while time is frozen. */
async function pass(milliseconds: number): Promise<void> {
  await drawn();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await drawn();
}
const freezeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

beforeEach(async () => {
  await setUpSystem({ reducedMotion: 'reduce' });
  await openConsole('/dashboard');
  // The pointer may still be where messages appear, and a hovered message does not close.
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
});
afterEach(() => vi.useRealTimers());

describe('messages of a showMessage event', () => {
  test('are shown, as errors by default', async () => {
    freezeTime();
    dispatchMessage({ message: 'The kitchen closed.' });
    dispatchMessage({ message: 'Of no known kind', variant: 'shout' });
    for (const variant of ['success', 'info'] as const)
      dispatchMessage({ message: `The kitchen: ${variant}`, variant });
    await pass(0);
    const byRole = (role: string) =>
      lines()
        .filter((line) => line.closest(`[role=${role}]`))
        .map((line) => [line.dataset['variant'], line.textContent]);
    expect(byRole('alert')).toEqual([
      ['error', 'The kitchen closed.'],
      ['error', 'Of no known kind'],
    ]);
    expect(byRole('status')).toEqual([
      ['success', 'The kitchen: success'],
      ['info', 'The kitchen: info'],
    ]);
  });

  test.each([[null], ['text'], [{}], [{ message: 7 }], [{ message: ' ' }]])(
    'are ignored if the detail is %j',
    async (detail) => {
      freezeTime();
      dispatchMessage(detail);
      await pass(0);
      expect(lines()).toEqual([]);
    },
  );

  test('are limited to four, are not repeated, and can each be closed', async () => {
    freezeTime();
    for (const n of [1, 2, 3, 4, 5, 5]) dispatchMessage({ message: `Message ${n}` });
    await pass(0);
    expect(texts()).toEqual(['Message 2', 'Message 3', 'Message 4', 'Message 5']);
    await alert.first().getByRole('button', { name: 'Close' }).click();
    await drawn();
    expect(texts()).toEqual(['Message 3', 'Message 4', 'Message 5']);
  });
});

describe('a message with an action', () => {
  const offer = (onClick = () => {}) =>
    showMessage({ message: 'Room 7 deleted.', variant: 'success', action: { label: 'Undo', onClick } });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });

  test('closes after 20 seconds', async () => {
    freezeTime();
    offer();
    await pass(19_900);
    expect(texts()).toHaveLength(1);
    await pass(200);
    expect(texts()).toEqual([]);
  });

  test('gets the focus on F8 from anywhere, and returns it when it closes', async () => {
    const done: string[] = [];
    const start = page.getByRole('link').first();
    await expect.element(start).toBeVisible();
    const from = start.element();
    if (from instanceof HTMLElement) from.focus();
    dispatchMessage({ message: 'The kitchen closed.' });
    offer(() => done.push('undone'));
    await expect.element(undo).toBeVisible();
    await userEvent.keyboard('{F8}');
    await expect.element(undo).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual(['undone']);
    await expect.element(undo).not.toBeInTheDocument();
    expect(document.activeElement).toBe(from);
    await userEvent.keyboard('{F8}');
    await expect.element(alert.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(alert).not.toBeInTheDocument();
    expect(document.activeElement).toBe(from);
  });

  test('is above a dialog, which remains open when Escape closes the message', async () => {
    void confirm({ title: 'Delete Java?', confirmLabel: 'Delete' });
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    offer();
    await expect.element(undo).toBeVisible();
    await userEvent.keyboard('{F8}');
    await expect.element(undo).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
  });
});

describe('messages in the window', () => {
  test.each(PAGE_VARIANTS)(
    'are at its top centre: $language, $theme, $width px',
    async ({ language, theme, width, height }) => {
      await page.viewport(width, height);
      await openConsole('/dashboard', { language, theme });
      for (const variant of VARIANTS) showMessage({ message: `The kitchen: ${variant}`, variant, duration: null });
      await expect.poll(() => lines().length).toBe(4);
      await waitForAnimations();
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

describe('a message', () => {
  test.each([
    ['error', 5000],
    ['success', 6000],
    ['warning', 6000],
    ['info', 6000],
  ] as const)('has variant %s and closes after %i ms', async (variant, duration) => {
    freezeTime();
    dispatchMessage({ message: 'The kitchen speaks.', variant });
    await pass(duration - 10);
    expect(texts()).toEqual(['The kitchen speaks.']);
    await pass(20);
    expect(texts()).toEqual([]);
  });

  test('closes after 5000 ms if it is the warning of a request', async () => {
    const data = { data: [], meta: { page: 1, per_page: 25, total: 0 }, error: 'The kitchen is slow today.' };
    mockResponse('GET /api/region', () => HttpResponse.json(data));
    freezeTime();
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

  // Moving the pointer takes time that the fake clock does not count, so the message is hovered as soon as it is shown.
  test('does not close while it is hovered or focused, but soon after', async () => {
    freezeTime();
    dispatchMessage({ message: 'The kitchen closed.' });
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

  test('closes after the rest of its time when it has lost the focus', async () => {
    freezeTime();
    dispatchMessage({ message: 'The kitchen closed.' });
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
