import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK, HOTELS, type UserValues } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { closeConsole, openConsole } from '../../testing/open-console.tsx';
import { allRequests } from '../../testing/mock-server.ts';
import { waitForAnimations } from '../../testing/shell-parts.ts';
import { closeAllMessages, showMessage } from '../../ui/message-store.ts';

const button = page.getByRole('button', { name: /^(Quick panel|Panel cepat)$/ });
const panel = page.getByRole('dialog', { name: /^(Quick panel|Panel cepat)$/ });
const notesInput = panel.getByRole('textbox', { name: 'Notes' });

afterEach(() => vi.useRealTimers());

async function openPanel(): Promise<void> {
  await button.click();
  await expect.element(panel).toBeVisible();
  await waitForAnimations();
}
async function openPanelAs(user?: UserValues): Promise<void> {
  await openConsole('/dashboard', { user });
  await openPanel();
}
async function closePanel(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
}

describe('the quick panel', () => {
  test('is a drawer of full height at the right, and returns the focus', async () => {
    await openPanelAs();
    const { right, top, bottom } = panel.element().getBoundingClientRect();
    expect({ right, top, bottom }).toEqual({ right: 1440, top: 0, bottom: 900 });
    await closePanel();
    await expect.element(button).toHaveFocus();
  });

  test('shows the user of the session, and access to all hotels for head office', async () => {
    await openPanelAs();
    for (const expectedText of ['Sari Wulandari', 'sari.wulandari@example.test', 'Group', 'Access: all hotels'])
      await expect.element(panel.getByText(expectedText, { exact: true })).toBeVisible();
    await expect.element(panel.getByRole('list', { name: 'Accessible hotels' })).not.toBeInTheDocument();
  });

  test.each([
    [0, 'Access: no hotels yet'],
    [1, 'Access: 1 hotel'],
    [3, 'Access: 3 hotels'],
  ])('lists the accessible hotels if there are %i', async (count, text) => {
    await openPanelAs({ ...FRONT_DESK, hotels: HOTELS.slice(0, count) });
    await expect.element(panel.getByText(text)).toBeVisible();
    const hotelItems = panel.getByRole('list', { name: 'Accessible hotels' }).getByRole('listitem').elements();
    expect(hotelItems.map((item) => item.textContent)).toEqual(
      HOTELS.slice(0, count).map(({ name, code }) => `${name}${code}`),
    );
  });

  test.each(PAGE_VARIANTS)('passes axe for a front desk user in $language, $theme, $width px', async (pageVariant) => {
    const { language, theme, width, height } = pageVariant;
    await page.viewport(width, height);
    await openConsole('/dashboard', { language, theme, user: FRONT_DESK });
    for (const variant of ['error', 'success', 'info', 'warning'] as const)
      showMessage({ message: `The kitchen: ${variant}`, variant });
    closeAllMessages();
    await openPanel();
    await expect.element(panel.getByText(language === 'en' ? 'Access: 1 hotel' : 'Akses: 1 hotel')).toBeVisible();
    await expectAllAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

describe('messages in the quick panel', () => {
  const messageList = panel.getByRole('list', { name: 'Messages of this session' });
  const noMessages = 'No messages yet';

  test('are the last 50 of this session with their times, until they are cleared', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:05:00+07:00') });
    await openPanelAs();
    await expect.element(panel.getByText(noMessages)).toBeVisible();
    await closePanel();
    showMessage({ message: 'The kitchen closed.' });
    showMessage({ message: 'The bar is open.', variant: 'success' });
    for (let n = 1; n <= 49; n++) showMessage({ message: `Table ${n}`, variant: 'info' });
    closeAllMessages();
    await openPanel();
    const messageItems = messageList.getByRole('listitem').elements();
    expect(messageItems).toHaveLength(50);
    expect(messageItems[0]?.textContent).toBe('Information: Table 4908:05');
    expect(messageItems.at(-1)?.textContent).toBe('Success: The bar is open.08:05');
    await expectAllAccessible();
    await panel.getByRole('button', { name: 'Clear all' }).click();
    await expect.element(panel.getByText(noMessages)).toBeVisible();
    await expect.element(messageList).not.toBeInTheDocument();
  });

  test('are not shown in the next session', async () => {
    await openConsole('/dashboard');
    showMessage({ message: 'Room 7 complains again.' });
    await closeConsole();
    await openPanelAs({ id: 2 });
    await expect.element(panel.getByText(noMessages)).toBeVisible();
  });
});

describe('notes in the quick panel', () => {
  test('are stored on this device under the user’s id, and never sent', async () => {
    await openPanelAs();
    await notesInput.fill('Ask Made about the minibar.');
    expect(localStorage.getItem('innkeeper.notes.1')).toBe('Ask Made about the minibar.');
    await closePanel();
    await openPanel();
    await expect.element(notesInput).toHaveValue('Ask Made about the minibar.');
    await expect.element(notesInput).toHaveAccessibleDescription(/^Saved on this device only/);
    const bodies = (await allRequests()).map(({ body }) => JSON.stringify(body) ?? '');
    expect(bodies.filter((body) => body.includes('minibar'))).toEqual([]);
    await notesInput.fill('');
    expect(localStorage.getItem('innkeeper.notes.1')).toBeNull();
  });
});
