import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../testing/variants.ts';
import { waitForPaint } from '../testing/inputs.ts';
import { openConsole } from '../testing/open-console.tsx';
import { pressAtOnce } from '../testing/keys.ts';
import { waitForResponses } from '../testing/pending-responses.ts';
import { HttpResponse, mockResponse } from '../testing/mock-server.ts';
import { waitForAnimations } from '../testing/shell-parts.ts';
import { confirm } from './confirm.tsx';
import { showMessage } from './message-store.ts';
import { emulateSystem } from '../testing/system.ts';

const VARIANTS = ['error', 'success', 'warning', 'info'] as const;

/** Shows a message as any script of the page can. */
const dispatchMessage = (detail: unknown) => void dispatchEvent(new CustomEvent('showMessage', { detail }));
const findMessages = () => [...document.querySelectorAll<HTMLElement>('[data-variant]')];
const messageTexts = () => findMessages().map((line) => line.textContent);
const alert = page.getByRole('alert');

/** Advances the frozen time and waits for the next paint. No other wait would end while time is frozen. */
async function advanceTime(milliseconds: number): Promise<void> {
  await waitForPaint();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await waitForPaint();
}
const freezeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

beforeEach(async () => {
  await emulateSystem({ reducedMotion: 'reduce' });
  await openConsole('/dashboard');
  // A response that arrives while time is frozen would check the session within the time that a test advances.
  await waitForResponses();
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
    await advanceTime(0);
    const messagesByRole = (role: string) =>
      findMessages()
        .filter((line) => line.closest(`[role=${role}]`))
        .map((line) => [line.dataset['variant'], line.textContent]);
    expect(messagesByRole('alert')).toEqual([
      ['error', 'The kitchen closed.'],
      ['error', 'Of no known kind'],
    ]);
    expect(messagesByRole('status')).toEqual([
      ['success', 'The kitchen: success'],
      ['info', 'The kitchen: info'],
    ]);
  });

  test.each([[null], ['text'], [{}], [{ message: 7 }], [{ message: ' ' }]])(
    'are ignored if the detail is %j',
    async (detail) => {
      freezeTime();
      dispatchMessage(detail);
      await advanceTime(0);
      expect(findMessages()).toEqual([]);
    },
  );

  test('are limited to four, are not repeated, and can each be closed', async () => {
    freezeTime();
    for (const number of [1, 2, 3, 4, 5, 5]) dispatchMessage({ message: `Message ${number}` });
    await advanceTime(0);
    expect(messageTexts()).toEqual(['Message 2', 'Message 3', 'Message 4', 'Message 5']);
    await alert.first().getByRole('button', { name: 'Close' }).click();
    await waitForPaint();
    expect(messageTexts()).toEqual(['Message 3', 'Message 4', 'Message 5']);
  });
});

describe('a message with an action', () => {
  const showUndoMessage = (onClick = () => {}) =>
    showMessage({ message: 'Room 7 deleted.', variant: 'success', action: { label: 'Undo', onClick } });
  const undoButton = page.getByRole('button', { name: 'Undo', exact: true });

  test('closes after 20 seconds', async () => {
    freezeTime();
    showUndoMessage();
    await advanceTime(19_900);
    expect(messageTexts()).toHaveLength(1);
    await advanceTime(200);
    expect(messageTexts()).toEqual([]);
  });

  test('gets the focus on F8 from anywhere, and returns it when it closes', async () => {
    const calls: string[] = [];
    const firstLink = page.getByRole('link').first();
    await expect.element(firstLink).toBeVisible();
    const focusedElement = firstLink.element();
    if (focusedElement instanceof HTMLElement) focusedElement.focus();
    dispatchMessage({ message: 'The kitchen closed.' });
    showUndoMessage(() => calls.push('undone'));
    await expect.element(undoButton).toBeVisible();
    await userEvent.keyboard('{F8}');
    await expect.element(undoButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(calls).toEqual(['undone']);
    await expect.element(undoButton).not.toBeInTheDocument();
    expect(document.activeElement).toBe(focusedElement);
    await userEvent.keyboard('{F8}');
    await expect.element(alert.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(alert).not.toBeInTheDocument();
    expect(document.activeElement).toBe(focusedElement);
  });

  test('is above a dialog, which remains open when Escape closes the message', async () => {
    showUndoMessage();
    await expect.element(undoButton).toBeVisible();
    // The dialog takes the focus when it opens. F8 may follow at once.
    addEventListener('focusin', () => pressAtOnce('F8'), { once: true });
    void confirm({ title: 'Delete Java?', confirmLabel: 'Delete' });
    await expect.element(undoButton).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(undoButton).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });
});

describe('messages in the window', () => {
  test.each(PAGE_VARIANTS)(
    'are at its top centre: $language, $theme, $width px',
    async ({ language, theme, width, height }) => {
      await page.viewport(width, height);
      await openConsole('/dashboard', { language, theme });
      for (const variant of VARIANTS) showMessage({ message: `The kitchen: ${variant}`, variant, duration: null });
      await expect.poll(() => findMessages().length).toBe(4);
      await waitForAnimations();
      expect(findMessages()[0]?.getBoundingClientRect().y).toBeLessThan(20);
      for (const line of findMessages()) {
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
    await advanceTime(duration - 10);
    expect(messageTexts()).toEqual(['The kitchen speaks.']);
    await advanceTime(20);
    expect(messageTexts()).toEqual([]);
  });

  test('closes after 5000 ms if it is the warning of a request', async () => {
    const data = { data: [], meta: { page: 1, per_page: 25, total: 0 }, error: 'The kitchen is slow today.' };
    mockResponse('GET /api/region', () => HttpResponse.json(data));
    freezeTime();
    router.history.push('/system/region');
    while (findMessages().length === 0) await advanceTime(10);
    expect(findMessages().map((line) => [line.dataset['variant'], line.textContent])).toEqual([
      ['warning', 'The kitchen is slow today.'],
    ]);
    await advanceTime(4900);
    expect(findMessages()).toHaveLength(1);
    await advanceTime(200);
    expect(findMessages()).toEqual([]);
  });

  // Moving the pointer takes time that the fake clock does not count, so the message is hovered as soon as it is shown.
  test('does not close while it is hovered or focused, and closes later', async () => {
    freezeTime();
    dispatchMessage({ message: 'The kitchen closed.' });
    await advanceTime(0);
    await userEvent.hover(alert);
    await advanceTime(20_000);
    expect(findMessages()).toHaveLength(1);
    alert.getByRole('button', { name: 'Close' }).element().focus();
    await userEvent.hover(page.getByRole('heading', { level: 1 }));
    await advanceTime(20_000);
    expect(findMessages()).toHaveLength(1);
    alert.getByRole('button', { name: 'Close' }).element().blur();
    await advanceTime(0);
    expect(findMessages()).toHaveLength(1);
    await advanceTime(5000);
    expect(findMessages()).toEqual([]);
  });

  test('closes after its remaining time once it has lost the focus', async () => {
    freezeTime();
    dispatchMessage({ message: 'The kitchen closed.' });
    await advanceTime(4000);
    const closeButton = alert.getByRole('button', { name: 'Close' }).element();
    if (closeButton instanceof HTMLElement) closeButton.focus();
    await advanceTime(20_000);
    if (closeButton instanceof HTMLElement) closeButton.blur();
    await advanceTime(800);
    expect(findMessages()).toHaveLength(1);
    await advanceTime(400);
    expect(findMessages()).toEqual([]);
  });
});
