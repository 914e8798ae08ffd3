import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { type Opening, openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse, broken, held } from '../testing/mock-server.ts';
import { requests, sent } from '../testing/requests.ts';
import { waitForAnimations, waitForPage } from '../testing/shell-parts.ts';

const SAVE = 'POST /api/user/bookmark';
const bar = page.getByRole('navigation', { name: /^(Shortcuts|Pintasan)$/ });
const editButton = bar.getByRole('button');
const link = (name: string) => bar.getByRole('link', { name, exact: true });
const menu = page.getByRole('dialog', { name: 'Edit shortcuts' });
const starOf = (name: string) => menu.getByRole('button', { name: `Shortcut to ${name}`, exact: true });
const titles = () =>
  bar
    .getByRole('link')
    .elements()
    .map((element) => element.getAttribute('aria-label'));

/** The shortcuts of each request so far, oldest first. */
const saved = async (): Promise<readonly unknown[]> =>
  (await requests(SAVE)).map(({ body }) => JSON.parse((body as { bookmark: string }).bookmark)); // fields are texts
const lastSaved = async () => (await saved()).at(-1);

async function open(shortcuts: readonly string[] = [], opening: Opening = {}): Promise<void> {
  await openConsole('/dashboard', { ...opening, user: { ...opening.user, data: { shortcuts } } });
  await waitForPage();
}

async function openStars(): Promise<void> {
  await editButton.click();
  await expect.element(menu.getByPlaceholder('Search for an app or page')).toHaveFocus();
}

/** Stars pages, one after the other, and closes the menu. */
async function star(...names: string[]): Promise<void> {
  await openStars();
  for (const name of names) await starOf(name).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

describe('shortcuts', () => {
  test('are starred and unstarred, and their ids are sent as a form', async () => {
    await open();
    await openStars();
    await expect.element(starOf('Members')).toHaveAttribute('aria-pressed', 'false');
    await starOf('Members').click();
    await expect.element(starOf('Members')).toHaveAttribute('aria-pressed', 'true');
    const { body, headers } = await sent(SAVE);
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; /);
    expect(body).toEqual({ bookmark: '["member"]' });
    await expect.poll(() => vi.mocked(console.info).mock.calls).toContainEqual(['Bookmark Updated']);
    await expect.element(link('Members')).toBeVisible();
    await starOf('Members').click();
    await expect.poll(lastSaved).toEqual([]);
    expect(titles()).toEqual([]);
  });

  test('are in the bar once they are saved, and open their pages', async () => {
    await open(['hotel', 'member']);
    expect(titles()).toEqual(['Hotels', 'Members']);
    await link('Members').click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    await expect.element(link('Members')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Hotels')).not.toHaveAttribute('aria-current');
  });

  test('are opened by Alt with a digit, except in a text field or below a dialog', async () => {
    await open(['member', 'hotel']);
    await userEvent.keyboard('{Alt>}2{/Alt}');
    await expect.poll(() => location.pathname).toBe('/system/hotel');
    const search = page.getByRole('searchbox', { name: 'Search this list' });
    await search.click();
    await userEvent.keyboard('{Alt>}1{/Alt}');
    await expect.element(search).toHaveFocus();
    expect(location.pathname).toBe('/system/hotel');
    await page.getByRole('button', { name: 'Quick panel' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Quick panel' })).toBeVisible();
    await userEvent.keyboard('{Alt>}1{/Alt}{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(location.pathname).toBe('/system/hotel');
  });

  test('keep their positions if the menu does not show them', async () => {
    await open(['hotel', 'gone-for-now', 'member']);
    expect(titles()).toEqual(['Hotels', 'Members']);
    await star('Regions');
    await expect.poll(lastSaved).toEqual(['hotel', 'gone-for-now', 'member', 'region']);
  });

  test('are stored on the device only for the role guest', async () => {
    await open([], { user: { role: 'guest' } });
    await star('Members');
    await expect.element(link('Members')).toBeVisible();
    expect(localStorage.getItem('innkeeper.shortcuts.1')).toBe('["member"]');
    expect(await requests(SAVE)).toEqual([]);
  });
});

describe('the menu of the star', () => {
  test('shows starred pages first, filters by text, and shows when nothing matches', async () => {
    await open(['users', 'hotel']);
    await openStars();
    const rows = () =>
      menu
        .getByRole('listitem')
        .elements()
        .map((row) => row.querySelector('a span:nth-of-type(2)')?.textContent);
    expect(rows().slice(0, 2)).toEqual(['Users', 'Hotels']);
    await userEvent.keyboard('MODULE');
    await expect.poll(rows).toEqual(['Module groups', 'Modules']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(menu.getByRole('link', { name: 'Modules' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(menu.getByPlaceholder('Search for an app or page')).toHaveFocus();
    await userEvent.keyboard(' nowhere');
    await expect.element(menu.getByText('No results..')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(editButton).toHaveFocus();
  });

  test.each([
    { language: 'en', theme: 'light' },
    { language: 'id', theme: 'dark' },
  ] as const)('passes axe in $language, $theme', async ({ language, theme }) => {
    await open(['member', 'hotel'], { language, theme });
    await editButton.click();
    await expect.element(page.getByRole('dialog').getByRole('searchbox')).toHaveFocus();
    await waitForAnimations();
    await expectAllAccessible();
  });
});

describe('the order of shortcuts', () => {
  const IDS = ['member', 'hotel', 'country'];

  test('changes by dragging', async () => {
    await open(IDS);
    await userEvent.dragAndDrop(link('Members'), link('Countries'), { targetPosition: { x: 30, y: 18 } });
    await expect.poll(titles).toEqual(['Hotels', 'Countries', 'Members']);
    await expect.poll(lastSaved).toEqual(['hotel', 'country', 'member']);
    await userEvent.dragAndDrop(link('Members'), link('Hotels'), { targetPosition: { x: 4, y: 18 } });
    await expect.poll(titles).toEqual(['Members', 'Hotels', 'Countries']);
    expect(location.pathname).toBe('/dashboard');
  });

  test('changes by keys in the bar, and the focus follows', async () => {
    await open(['hotel', 'country', 'member']);
    link('Members').element().focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.poll(titles).toEqual(['Hotels', 'Members', 'Countries']);
    await expect.element(link('Members')).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.poll(titles).toEqual(['Members', 'Hotels', 'Countries']);
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    await expect.poll(titles).toEqual(['Hotels', 'Members', 'Countries']);
    await expect.element(link('Members')).toHaveFocus();
    await expect.poll(lastSaved).toEqual(['hotel', 'member', 'country']);
    expect(location.pathname).toBe('/dashboard');
  });

  test('changes by buttons and keys in the menu, which announces the new position', async () => {
    await open(['hotel', 'member', 'country']);
    await openStars();
    const down = menu.getByRole('button', { name: 'Move Hotels down' });
    await down.click();
    await expect.element(down).toHaveFocus();
    await expect.element(menu.getByText('Hotels: position 2 of 3')).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    // The button is disabled at the end of the order, so the link of the moved page gets the focus.
    await expect.element(menu.getByRole('link', { name: 'Hotels' })).toHaveFocus();
    await expect.element(down).toBeDisabled();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect.poll(titles).toEqual(['Members', 'Hotels', 'Countries']);
    await expect.poll(lastSaved).toEqual(IDS);
  });
});

describe('saving shortcuts', () => {
  test('reverts to the saved ones after a failure, and shows a message', async () => {
    await open();
    await star('Members');
    await expect.poll(saved).toEqual([['member']]);
    mockResponse(SAVE, broken);
    await star('Hotels');
    await expect.element(page.getByText('Couldn’t save your shortcuts. Network Error.')).toBeVisible();
    expect(titles()).toEqual(['Members']);
    mockResponse(SAVE, { data: {} });
    await star('Countries');
    await expect.poll(lastSaved).toEqual(['member', 'country']);
    expect(titles()).toEqual(['Members', 'Countries']);
  });

  test('sends one request at a time, and the last change wins', async () => {
    const first = held(() => HttpResponse.json({ data: {} }));
    mockResponse(SAVE, first.resolver);
    await open();
    await star('Members', 'Hotels', 'Regions', 'Countries');
    expect(await saved()).toEqual([['member']]);
    first.release();
    await expect.poll(saved).toEqual([['member'], ['member', 'hotel', 'region', 'country']]);
    expect(titles()).toEqual(['Members', 'Hotels', 'Regions', 'Countries']);
  });
});

describe('the quick panel on a phone', () => {
  test('shortcuts are starred and opened in the quick panel, which then closes', async () => {
    await page.viewport(390, 844);
    await open();
    await expect.element(bar).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Quick panel' }).click();
    const panel = page.getByRole('dialog', { name: 'Quick panel' });
    await panel.getByRole('button', { name: 'Shortcut to Hotels' }).click();
    await expect.poll(lastSaved).toEqual(['hotel']);
    await waitForAnimations();
    await expectAllAccessible();
    await panel.getByRole('link', { name: 'Hotels' }).click();
    await expect.poll(() => location.pathname).toBe('/system/hotel');
    await expect.element(panel).not.toBeInTheDocument();
  });
});
