import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { type ConsoleOptions, openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse, networkError, deferResponse } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { waitForAnimations, waitForPage } from '../testing/shell-parts.ts';

const SAVE_CALL = 'POST /api/user/bookmark';
const shortcutBar = page.getByRole('navigation', { name: /^(Shortcuts|Pintasan)$/ });
const editButton = shortcutBar.getByRole('button');
const shortcutLink = (name: string) => shortcutBar.getByRole('link', { name, exact: true });
const starMenu = page.getByRole('dialog', { name: 'Edit shortcuts' });
const starButton = (name: string) => starMenu.getByRole('button', { name: `Shortcut to ${name}`, exact: true });
const shortcutTitles = () =>
  shortcutBar
    .getByRole('link')
    .elements()
    .map((element) => element.getAttribute('aria-label'));

/** The shortcuts of each request so far, oldest first. */
const findSavedShortcuts = async (): Promise<readonly unknown[]> =>
  (await findRequests(SAVE_CALL)).map(({ body }) => JSON.parse((body as { bookmark: string }).bookmark)); // a text
const findLastSaved = async () => (await findSavedShortcuts()).at(-1);

async function openDashboard(shortcuts: readonly string[] = [], options: ConsoleOptions = {}): Promise<void> {
  await openConsole('/dashboard', { ...options, user: { ...options.user, data: { shortcuts } } });
  await waitForPage();
}

async function openStarMenu(): Promise<void> {
  await editButton.click();
  await expect.element(starMenu.getByPlaceholder('Search for an app or page')).toHaveFocus();
}

/** Stars pages, one after the other, and closes the menu. */
async function starPages(...names: string[]): Promise<void> {
  await openStarMenu();
  for (const name of names) await starButton(name).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(starMenu).not.toBeInTheDocument();
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

describe('shortcuts', () => {
  test('are starred and unstarred, and their ids are sent as a form', async () => {
    await openDashboard();
    await openStarMenu();
    await expect.element(starButton('Members')).toHaveAttribute('aria-pressed', 'false');
    await starButton('Members').click();
    await expect.element(starButton('Members')).toHaveAttribute('aria-pressed', 'true');
    const { body, headers } = await waitForRequest(SAVE_CALL);
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; /);
    expect(body).toEqual({ bookmark: '["member"]' });
    await expect.poll(() => vi.mocked(console.info).mock.calls).toContainEqual(['Bookmark Updated']);
    await expect.element(shortcutLink('Members')).toBeVisible();
    await starButton('Members').click();
    await expect.poll(findLastSaved).toEqual([]);
    expect(shortcutTitles()).toEqual([]);
  });

  test('are in the bar once they are saved, and open their pages', async () => {
    await openDashboard(['hotel', 'member']);
    expect(shortcutTitles()).toEqual(['Hotels', 'Members']);
    await shortcutLink('Members').click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    await expect.element(shortcutLink('Members')).toHaveAttribute('aria-current', 'page');
    await expect.element(shortcutLink('Hotels')).not.toHaveAttribute('aria-current');
  });

  test('are opened by Alt with a digit, except in a text field or below a dialog', async () => {
    await openDashboard(['member', 'hotel']);
    await userEvent.keyboard('{Alt>}2{/Alt}');
    await expect.poll(() => location.pathname).toBe('/system/hotel');
    const searchBox = page.getByRole('searchbox', { name: 'Search this list' });
    await searchBox.click();
    await userEvent.keyboard('{Alt>}1{/Alt}');
    await expect.element(searchBox).toHaveFocus();
    expect(location.pathname).toBe('/system/hotel');
    await page.getByRole('button', { name: 'Quick panel' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Quick panel' })).toBeVisible();
    await userEvent.keyboard('{Alt>}1{/Alt}{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(location.pathname).toBe('/system/hotel');
  });

  test('keep their positions if the menu does not show them', async () => {
    await openDashboard(['hotel', 'gone-for-now', 'member']);
    expect(shortcutTitles()).toEqual(['Hotels', 'Members']);
    await starPages('Regions');
    await expect.poll(findLastSaved).toEqual(['hotel', 'gone-for-now', 'member', 'region']);
  });

  test('are stored on the device only for the role guest', async () => {
    await openDashboard([], { user: { role: 'guest' } });
    await starPages('Members');
    await expect.element(shortcutLink('Members')).toBeVisible();
    expect(localStorage.getItem('innkeeper.shortcuts.1')).toBe('["member"]');
    expect(await findRequests(SAVE_CALL)).toEqual([]);
  });
});

describe('the menu of the star', () => {
  test('shows starred pages first, filters by text, and shows when nothing matches', async () => {
    await openDashboard(['users', 'hotel']);
    await openStarMenu();
    const rowTitles = () =>
      starMenu
        .getByRole('listitem')
        .elements()
        .map((row) => row.querySelector('a span:nth-of-type(2)')?.textContent);
    expect(rowTitles().slice(0, 2)).toEqual(['Users', 'Hotels']);
    await userEvent.keyboard('MODULE');
    await expect.poll(rowTitles).toEqual(['Module groups', 'Modules']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(starMenu.getByRole('link', { name: 'Modules' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(starMenu.getByPlaceholder('Search for an app or page')).toHaveFocus();
    await userEvent.keyboard(' nowhere');
    await expect.element(starMenu.getByText('No results..')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(starMenu).not.toBeInTheDocument();
    await expect.element(editButton).toHaveFocus();
  });

  test.each([
    { language: 'en', theme: 'light' },
    { language: 'id', theme: 'dark' },
  ] as const)('passes axe in $language, $theme', async ({ language, theme }) => {
    await openDashboard(['member', 'hotel'], { language, theme });
    await editButton.click();
    await expect.element(page.getByRole('dialog').getByRole('searchbox')).toHaveFocus();
    await waitForAnimations();
    await expectAllAccessible();
  });
});

describe('the order of shortcuts', () => {
  const SHORTCUT_IDS = ['member', 'hotel', 'country'];

  test('changes by dragging', async () => {
    await openDashboard(SHORTCUT_IDS);
    await userEvent.dragAndDrop(shortcutLink('Members'), shortcutLink('Countries'), {
      targetPosition: { x: 30, y: 18 },
    });
    await expect.poll(shortcutTitles).toEqual(['Hotels', 'Countries', 'Members']);
    await expect.poll(findLastSaved).toEqual(['hotel', 'country', 'member']);
    await userEvent.dragAndDrop(shortcutLink('Members'), shortcutLink('Hotels'), { targetPosition: { x: 4, y: 18 } });
    await expect.poll(shortcutTitles).toEqual(['Members', 'Hotels', 'Countries']);
    expect(location.pathname).toBe('/dashboard');
  });

  test('changes by keys in the bar, and the focus follows', async () => {
    await openDashboard(['hotel', 'country', 'member']);
    shortcutLink('Members').element().focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.poll(shortcutTitles).toEqual(['Hotels', 'Members', 'Countries']);
    await expect.element(shortcutLink('Members')).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.poll(shortcutTitles).toEqual(['Members', 'Hotels', 'Countries']);
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await expect.poll(shortcutTitles).toEqual(['Hotels', 'Members', 'Countries']);
    await expect.element(shortcutLink('Members')).toHaveFocus();
    await expect.poll(findLastSaved).toEqual(['hotel', 'member', 'country']);
    expect(location.pathname).toBe('/dashboard');
  });

  test('changes by buttons and keys in the menu, which announces the new position', async () => {
    await openDashboard(['hotel', 'member', 'country']);
    await openStarMenu();
    const moveDownButton = starMenu.getByRole('button', { name: 'Move Hotels down' });
    await moveDownButton.click();
    await expect.element(moveDownButton).toHaveFocus();
    await expect.element(starMenu.getByText('Hotels: position 2 of 3')).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    // The button is disabled at the end of the order, so the link of the moved page gets the focus.
    await expect.element(starMenu.getByRole('link', { name: 'Hotels' })).toHaveFocus();
    await expect.element(moveDownButton).toBeDisabled();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect.poll(shortcutTitles).toEqual(['Members', 'Hotels', 'Countries']);
    await expect.poll(findLastSaved).toEqual(SHORTCUT_IDS);
  });
});

describe('saving shortcuts', () => {
  test('reverts to the saved ones after a failure, and shows a message', async () => {
    await openDashboard();
    await starPages('Members');
    await expect.poll(findSavedShortcuts).toEqual([['member']]);
    mockResponse(SAVE_CALL, networkError);
    await starPages('Hotels');
    await expect.element(page.getByText('Couldn’t save your shortcuts. Network Error.')).toBeVisible();
    expect(shortcutTitles()).toEqual(['Members']);
    mockResponse(SAVE_CALL, { data: {} });
    await starPages('Countries');
    await expect.poll(findLastSaved).toEqual(['member', 'country']);
    expect(shortcutTitles()).toEqual(['Members', 'Countries']);
  });

  test('sends one request at a time, and the last change wins', async () => {
    const deferred = deferResponse(() => HttpResponse.json({ data: {} }));
    mockResponse(SAVE_CALL, deferred.resolver);
    await openDashboard();
    await starPages('Members', 'Hotels', 'Regions', 'Countries');
    expect(await findSavedShortcuts()).toEqual([['member']]);
    deferred.release();
    await expect.poll(findSavedShortcuts).toEqual([['member'], ['member', 'hotel', 'region', 'country']]);
    expect(shortcutTitles()).toEqual(['Members', 'Hotels', 'Regions', 'Countries']);
  });
});

describe('the quick panel on a phone', () => {
  test('shortcuts are starred and opened in the quick panel, which then closes', async () => {
    await page.viewport(390, 844);
    await openDashboard();
    await expect.element(shortcutBar).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Quick panel' }).click();
    const panel = page.getByRole('dialog', { name: 'Quick panel' });
    await panel.getByRole('button', { name: 'Shortcut to Hotels' }).click();
    await expect.poll(findLastSaved).toEqual(['hotel']);
    await waitForAnimations();
    await expectAllAccessible();
    await panel.getByRole('link', { name: 'Hotels' }).click();
    await expect.poll(() => location.pathname).toBe('/system/hotel');
    await expect.element(panel).not.toBeInTheDocument();
  });
});
