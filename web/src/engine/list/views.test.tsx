import type { SavedView } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { expectRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const viewButton = (name: string) => page.getByRole('main').getByRole('button', { name });
const menuItem = (name: string) => page.getByRole('menuitem', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

const NEW_MEMBERS_VIEW: SavedView = {
  id: 7,
  resource: 'member',
  name: 'New guests',
  state: { sort: '-id', columns: 'id,first_name,email' },
  shared: 'me',
  owner: { id: 1, name: 'Sari Wulandari' },
  is_mine: true,
  may_change: true,
};
const SHARED_VIEW: SavedView = {
  ...NEW_MEMBERS_VIEW,
  id: 8,
  name: 'In the trash',
  state: { deleted: '1', columns: 'id,first_name' },
  shared: 'everyone',
  owner: { id: 2, name: 'Made Wirawan' },
  is_mine: false,
  may_change: false,
};

/** Checks only the menu, because axe reports the focus guards beside it as content. */
async function expectAccessibleMenu(): Promise<void> {
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page.getByRole('menu').element());
}

/** Mocks a server that stores views. */
function mockViews(...views: SavedView[]): void {
  mockResponse('GET /api/saved_view', () => HttpResponse.json({ data: views }));
  mockResponse('POST /api/saved_view', async ({ request }) => {
    const input = (await request.clone().json()) as Partial<SavedView>; // the fields of a new view
    const view = { ...NEW_MEMBERS_VIEW, id: 9, ...input };
    views.push(view);
    return HttpResponse.json({ data: view }, { status: 201 });
  });
  mockResponse('POST /api/saved_view/7', async ({ request }) => {
    const input = (await request.clone().json()) as Partial<SavedView>; // the changed fields of a view
    const view = { ...NEW_MEMBERS_VIEW, ...views[0], ...input };
    views[0] = view;
    return HttpResponse.json({ data: view });
  });
  mockResponse('DELETE /api/saved_view/7', () => {
    views.shift();
    return new HttpResponse(null, { status: 204 });
  });
}

describe('a view', () => {
  test('saves search, sort order and columns under a name, visible only to the user', async () => {
    mockViews();
    await openConsole('/company/member?search=Wulan&sort=first_name');
    await expectRows(3);
    await viewButton('Views').click();
    await expect.element(page.getByText('Save filters, sorting and columns as a view.')).toBeVisible();
    await expectAccessibleMenu();
    await menuItem('Save as new view…').click();
    await expect.element(dialog('Save as new view').getByRole('radio', { name: 'Only me' })).toBeChecked();
    await dialog('Save as new view').getByRole('textbox', { name: 'Name' }).fill('Front desk');
    await expectAccessible();
    await dialog('Save as new view').getByRole('button', { name: 'Save' }).click();
    await expect.element(viewButton('Front desk')).toBeVisible();
    expect((await waitForRequest('POST /api/saved_view')).body).toEqual({
      resource: 'member',
      name: 'Front desk',
      shared: 'me',
      state: { search: 'Wulan', sort: 'first_name', columns: expect.stringMatching(/^first_name,id,/) },
    });
  });

  test('opens as an address; one click returns to the default list', async () => {
    mockViews(NEW_MEMBERS_VIEW);
    await openConsole('/company/member');
    await expectRows(3);
    await viewButton('Views').click();
    await expect.element(menuItem('Default view')).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitemradio', { name: 'New guests' }).click();
    await expect.element(viewButton('New guests')).toBeVisible();
    await expect.poll(() => new URLSearchParams(location.search).get('sort')).toBe('-id');
    const address = location.href;
    await viewButton('New guests').click();
    await menuItem('Default view').click();
    await expect.element(viewButton('Views')).toBeVisible();
    await expect.poll(() => location.search).toBe('');
    history.back();
    await expect.element(viewButton('New guests')).toBeVisible();
    expect(location.href).toBe(address);
  });

  test('still shows its name when modified, and saves the changes on request', async () => {
    mockViews(NEW_MEMBERS_VIEW);
    await openConsole('/company/member?sort=-id&columns=id,first_name,email');
    await expect.element(viewButton('New guests')).toBeVisible();
    await page.getByRole('button', { name: 'Trash' }).click();
    await expect.element(viewButton('New guests changed')).toBeVisible();
    await viewButton('New guests').click();
    await menuItem('Save changes to New guests').click();
    await expect.element(page.getByText('View New guests saved.')).toBeVisible();
    await expect.element(viewButton('New guests changed')).not.toBeInTheDocument();
    const state = {
      sort: '-deleted_at',
      'filter[deleted_at][null]': '0',
      columns: expect.stringContaining('id,first_name,email'),
      deleted: '1',
    };
    expect((await waitForRequest('POST /api/saved_view/7')).body).toEqual({ state });
  });

  test('is renamed and shared, but requires a name', async () => {
    mockViews(NEW_MEMBERS_VIEW);
    await openConsole('/company/member?sort=-id&columns=id,first_name,email');
    await viewButton('New guests').click();
    await menuItem('Rename or share…').click();
    const name = dialog('Rename or share').getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await dialog('Rename or share').getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog('Rename or share').getByText('This field is required.')).toBeVisible();
    await expectAccessible();
    await name.fill('Lobby');
    await dialog('Rename or share').getByRole('radio', { name: 'My role group' }).click();
    await dialog('Rename or share').getByRole('button', { name: 'Save' }).click();
    await expect.element(viewButton('Lobby')).toBeVisible();
    expect((await waitForRequest('POST /api/saved_view/7')).body).toEqual({ name: 'Lobby', shared: 'role_group' });
  });

  test('shows an error at the name if it is taken', async () => {
    mockViews(NEW_MEMBERS_VIEW);
    mockResponse('POST /api/saved_view', () =>
      rejection(422, 'validation_failed', { errors: { name: ['Already in use.'] } }),
    );
    await openConsole('/company/member?search=Wulan');
    await viewButton('Views').click();
    await menuItem('Save as new view…').click();
    const name = dialog('Save as new view').getByRole('textbox', { name: 'Name' });
    await name.fill('New guests');
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveAccessibleDescription('Already in use.');
  });

  test('is deleted after confirmation, and the list shows no view then', async () => {
    mockViews(NEW_MEMBERS_VIEW);
    await openConsole('/company/member?sort=-id&columns=id,first_name,email');
    await viewButton('New guests').click();
    await menuItem('Delete view').click();
    const confirmation = page.getByRole('alertdialog', { name: 'Delete view New guests?' });
    await expect.element(confirmation.getByText('Records aren’t affected.')).toBeVisible();
    await expectAccessible();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('View New guests deleted.')).toBeVisible();
    await expect.element(viewButton('Views')).toBeVisible();
    await waitForRequest('DELETE /api/saved_view/7');
  });

  test('opens read-only if another user shared it and the permission is missing', async () => {
    mockViews(SHARED_VIEW);
    await openConsole('/company/member', { user: FRONT_DESK });
    await expectRows(3);
    await viewButton('Views').click();
    await expectAccessibleMenu();
    await page.getByRole('group', { name: 'Shared with everyone' }).getByText('In the trash').click();
    await expect.poll(() => location.search).toContain('deleted=1');
    await viewButton('In the trash').click();
    await expect.element(menuItem('Save as new view…')).toBeVisible();
    for (const name of ['Delete view', 'Rename or share…']) expect(menuItem(name).elements()).toEqual([]);
    await menuItem('Save as new view…').click();
    await expect.element(page.getByRole('radio', { name: 'My role group' })).toBeVisible();
    expect(page.getByRole('radio', { name: 'Everyone' }).elements()).toEqual([]);
  });

  test("indicates that others can see the user's own shared view", async () => {
    mockViews({ ...NEW_MEMBERS_VIEW, shared: 'role_group' }, SHARED_VIEW);
    await openConsole('/company/member');
    await viewButton('Views').click();
    await expect.element(page.getByRole('group', { name: 'Mine' }).getByRole('img', { name: 'shared' })).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Shared with everyone' })).toBeVisible();
  });
});

test('views can be managed by keyboard alone', async () => {
  mockViews();
  await openConsole('/system/hotel?sort=-name');
  await expectRows(3);
  const button = viewButton('Views').element();
  if (button instanceof HTMLElement) button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menuItem('Default view')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(menuItem('Save as new view…')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('By name{Enter}');
  await expect.element(viewButton('By name')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitemradio', { name: 'By name' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(viewButton('By name')).toHaveFocus();
});

test('the other entries of the menu work while views are loading or failed to load', async () => {
  mockResponse('GET /api/saved_view', neverResponds);
  await openConsole('/company/member');
  await viewButton('Views').click();
  await expect.element(menuItem('Save as new view…')).toBeVisible();
  await expectAccessibleMenu();
  mockResponse('GET /api/saved_view', () => rejection(500, 'internal_error'));
  await openConsole('/company/member');
  await viewButton('Views').click();
  await expect.element(page.getByRole('menu').getByText('The server says internal_error.')).toBeVisible();
  await expect.element(menuItem('Save as new view…')).toBeVisible();
});

test('the menu of views fits a phone, in the other language', async () => {
  await page.viewport(390, 844);
  mockViews(NEW_MEMBERS_VIEW, SHARED_VIEW);
  await openConsole('/company/member', { language: 'id', theme: 'dark' });
  await viewButton('Tampilan').click();
  await expect.element(page.getByRole('menuitemradio', { name: 'New guests' })).toBeVisible();
  await expectAccessibleMenu();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

describe('view tabs', () => {
  const tabs = page.getByRole('navigation', { name: 'Views' });
  const tab = (name: string) => tabs.getByRole('link', { name });
  const currentTabText = () => tabs.element().querySelector('[aria-current=page]')?.textContent;

  test("show each view's record count, requested once the list has loaded", async () => {
    mockViews(NEW_MEMBERS_VIEW, SHARED_VIEW);
    await openConsole('/company/member');
    await expectRows(3);
    await expect.element(tab('All')).toMatchTextContent('All3');
    await expect.element(tab('New guests')).toMatchTextContent('New guests3');
    const [listPerPage, ...countPerPage] = (await findRequests('GET /api/member')).map(
      ({ query }) => query['per_page'],
    );
    expect([listPerPage, new Set(countPerPage)]).toEqual([undefined, new Set(['1'])]);
    await expectAccessible();
  });

  test('are links with the active one marked, whether modified or not', async () => {
    mockViews(NEW_MEMBERS_VIEW);
    await openConsole('/company/member');
    await expect.element(tab('New guests')).toBeVisible();
    await expect.poll(currentTabText).toMatch(/^All/);
    await tab('New guests').click();
    await expect.poll(() => new URLSearchParams(location.search).get('sort')).toBe('-id');
    await expect.poll(currentTabText).toMatch(/^New guests/);
    await page.getByRole('button', { name: 'Trash' }).click();
    await expect.element(tab('New guests changed')).toBeVisible();
    await tab('All').click();
    await expect.poll(() => location.search).toBe('');
    await expect.poll(currentTabText).toMatch(/^All/);
  });

  test('are hidden if there are no views', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await expect.element(tabs).not.toBeInTheDocument();
    expect((await findRequests('GET /api/member')).length).toBe(1);
  });
});
