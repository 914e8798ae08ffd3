import type { SavedView } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { expectRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, never, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const head = (name: string) => page.getByRole('main').getByRole('button', { name });
const item = (name: string) => page.getByRole('menuitem', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

const NEW_ONES: SavedView = {
  id: 7,
  resource: 'member',
  name: 'New guests',
  state: { sort: '-id', columns: 'id,first_name,email' },
  shared: 'me',
  owner: { id: 1, name: 'Sari Wulandari' },
  is_mine: true,
  may_change: true,
};
const SHARED: SavedView = {
  ...NEW_ONES,
  id: 8,
  name: 'In the trash',
  state: { deleted: '1', columns: 'id,first_name' },
  shared: 'everyone',
  owner: { id: 2, name: 'Made Wirawan' },
  is_mine: false,
  may_change: false,
};

/** The menu alone: an element beside it keeps the focus in it, and axe takes that for content. */
async function expectAccessibleMenu(): Promise<void> {
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page.getByRole('menu').element());
}

/** A server that keeps views. */
function playViews(...views: SavedView[]): void {
  answer('GET /api/saved_view', () => HttpResponse.json({ data: views }));
  answer('POST /api/saved_view', async ({ request }) => {
    const input = (await request.clone().json()) as Partial<SavedView>; // the fields of a new view
    const view = { ...NEW_ONES, id: 9, ...input };
    views.push(view);
    return HttpResponse.json({ data: view }, { status: 201 });
  });
  answer('POST /api/saved_view/7', async ({ request }) => {
    const input = (await request.clone().json()) as Partial<SavedView>; // the changed fields of a view
    const view = { ...NEW_ONES, ...views[0], ...input };
    views[0] = view;
    return HttpResponse.json({ data: view });
  });
  answer('DELETE /api/saved_view/7', () => {
    views.shift();
    return new HttpResponse(null, { status: 204 });
  });
}

describe('a view', () => {
  test('keeps search, order and columns of a list under a name, for oneself', async () => {
    playViews();
    await openConsole('/company/member?search=Wulan&sort=first_name');
    await expectRows(3);
    await head('Views').click();
    await expect.element(page.getByText('There is none yet.')).toBeVisible();
    await expectAccessibleMenu();
    await item('Save as a new view…').click();
    await expect.element(dialog('Save as a new view').getByRole('radio', { name: 'Only me' })).toBeChecked();
    await dialog('Save as a new view').getByRole('textbox', { name: 'Name' }).fill('Front desk');
    await expectAccessible();
    await dialog('Save as a new view').getByRole('button', { name: 'Save' }).click();
    await expect.element(head('Front desk')).toBeVisible();
    expect((await sent('POST /api/saved_view')).body).toEqual({
      resource: 'member',
      name: 'Front desk',
      shared: 'me',
      state: { search: 'Wulan', sort: 'first_name', columns: expect.stringMatching(/^first_name,id,/) },
    });
  });

  test('opens as an address; the usual list and the way back are one click each', async () => {
    playViews(NEW_ONES);
    await openConsole('/company/member');
    await expectRows(3);
    await head('Views').click();
    await expect.element(item('Usual list')).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitemradio', { name: 'New guests' }).click();
    await expect.element(head('New guests')).toBeVisible();
    await expect.poll(() => new URLSearchParams(location.search).get('sort')).toBe('-id');
    const address = location.href;
    await head('New guests').click();
    await item('Usual list').click();
    await expect.element(head('Views')).toBeVisible();
    await expect.poll(() => location.search).toBe('');
    history.back();
    await expect.element(head('New guests')).toBeVisible();
    expect(location.href).toBe(address);
  });

  test('that is changed is still named, and keeps the change when asked to', async () => {
    playViews(NEW_ONES);
    await openConsole('/company/member?sort=-id&columns=id,first_name,email');
    await expect.element(head('New guests')).toBeVisible();
    await page.getByRole('button', { name: 'Trash' }).click();
    await expect.element(head('New guests changed')).toBeVisible();
    await head('New guests').click();
    await item('Save changes to New guests').click();
    await expect.element(page.getByText('The view New guests was saved.')).toBeVisible();
    await expect.element(head('New guests changed')).not.toBeInTheDocument();
    const state = {
      sort: '-deleted_at',
      'filter[deleted_at][null]': '0',
      columns: expect.stringContaining('id,first_name,email'),
      deleted: '1',
    };
    expect((await sent('POST /api/saved_view/7')).body).toEqual({ state });
  });

  test('is renamed and shared, but not without a name', async () => {
    playViews(NEW_ONES);
    await openConsole('/company/member?sort=-id&columns=id,first_name,email');
    await head('New guests').click();
    await item('Rename or share…').click();
    const name = dialog('Rename or share').getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await dialog('Rename or share').getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog('Rename or share').getByText('Please fill this in.')).toBeVisible();
    await expectAccessible();
    await name.fill('Lobby');
    await dialog('Rename or share').getByRole('radio', { name: 'My role group' }).click();
    await dialog('Rename or share').getByRole('button', { name: 'Save' }).click();
    await expect.element(head('Lobby')).toBeVisible();
    expect((await sent('POST /api/saved_view/7')).body).toEqual({ name: 'Lobby', shared: 'role_group' });
  });

  test('whose name is taken says so at the name', async () => {
    playViews(NEW_ONES);
    answer('POST /api/saved_view', () => refusal(422, 'validation_failed', { errors: { name: ['This is taken.'] } }));
    await openConsole('/company/member?search=Wulan');
    await head('Views').click();
    await item('Save as a new view…').click();
    const name = dialog('Save as a new view').getByRole('textbox', { name: 'Name' });
    await name.fill('New guests');
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveAccessibleDescription('This is taken.');
  });

  test('is deleted after a question, and the list is nobody’s then', async () => {
    playViews(NEW_ONES);
    await openConsole('/company/member?sort=-id&columns=id,first_name,email');
    await head('New guests').click();
    await item('Delete this view').click();
    const question = page.getByRole('alertdialog', { name: 'Delete the view New guests?' });
    await expect.element(question.getByText('The records stay as they are.')).toBeVisible();
    await expectAccessible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('The view New guests was deleted.')).toBeVisible();
    await expect.element(head('Views')).toBeVisible();
    await sent('DELETE /api/saved_view/7');
  });

  test('that somebody else shares is opened, and changed by nobody who may not', async () => {
    playViews(SHARED);
    await openConsole('/company/member', { user: FRONT_DESK });
    await expectRows(3);
    await head('Views').click();
    await expectAccessibleMenu();
    await page.getByRole('group', { name: "Everyone's" }).getByText('In the trash').click();
    await expect.poll(() => location.search).toContain('deleted=1');
    await head('In the trash').click();
    await expect.element(item('Save as a new view…')).toBeVisible();
    for (const name of ['Delete this view', 'Rename or share…']) expect(item(name).elements()).toEqual([]);
    await item('Save as a new view…').click();
    await expect.element(page.getByRole('radio', { name: 'My role group' })).toBeVisible();
    expect(page.getByRole('radio', { name: 'Everyone' }).elements()).toEqual([]);
  });

  test('of one’s own that others see says so', async () => {
    playViews({ ...NEW_ONES, shared: 'role_group' }, SHARED);
    await openConsole('/company/member');
    await head('Views').click();
    await expect.element(page.getByRole('group', { name: 'Mine' }).getByRole('img', { name: 'shared' })).toBeVisible();
    await expect.element(page.getByRole('group', { name: "Everyone's" })).toBeVisible();
  });
});

test('views are worked by keys alone', async () => {
  playViews();
  await openConsole('/system/hotel?sort=-name');
  await expectRows(3);
  const button = head('Views').element();
  if (button instanceof HTMLElement) button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Usual list')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(item('Save as a new view…')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('By name{Enter}');
  await expect.element(head('By name')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitemradio', { name: 'By name' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(head('By name')).toHaveFocus();
});

test('views that are still on their way, or do not come, leave the rest of the menu', async () => {
  answer('GET /api/saved_view', never);
  await openConsole('/company/member');
  await head('Views').click();
  await expect.element(item('Save as a new view…')).toBeVisible();
  await expectAccessibleMenu();
  answer('GET /api/saved_view', () => refusal(500, 'internal_error'));
  await openConsole('/company/member');
  await head('Views').click();
  await expect.element(page.getByRole('menu').getByText('The server says internal_error.')).toBeVisible();
  await expect.element(item('Save as a new view…')).toBeVisible();
});

test('the menu of views has room on a phone, in the other language', async () => {
  await page.viewport(390, 844);
  playViews(NEW_ONES, SHARED);
  await openConsole('/company/member', { language: 'id', theme: 'dark' });
  await head('Tampilan').click();
  await expect.element(page.getByRole('menuitemradio', { name: 'New guests' })).toBeVisible();
  await expectAccessibleMenu();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

describe('the views of a list stand above it as tabs', () => {
  const tabs = page.getByRole('navigation', { name: 'Views' });
  const tab = (name: string) => tabs.getByRole('link', { name });
  const current = () => tabs.element().querySelector('[aria-current=page]')?.textContent;

  test('with how many records each shows, which is asked once the list is there', async () => {
    playViews(NEW_ONES, SHARED);
    await openConsole('/company/member');
    await expectRows(3);
    await expect.element(tab('All')).toMatchTextContent('All3');
    await expect.element(tab('New guests')).toMatchTextContent('New guests3');
    const [first, ...counts] = (await requests('GET /api/member')).map(({ query }) => query['per_page']);
    expect([first, new Set(counts)]).toEqual([undefined, new Set(['1'])]);
    await expectAccessible();
  });

  test('as links to addresses, the one that is on marked, changed or not', async () => {
    playViews(NEW_ONES);
    await openConsole('/company/member');
    await expect.element(tab('New guests')).toBeVisible();
    await expect.poll(current).toMatch(/^All/);
    await tab('New guests').click();
    await expect.poll(() => new URLSearchParams(location.search).get('sort')).toBe('-id');
    await expect.poll(current).toMatch(/^New guests/);
    await page.getByRole('button', { name: 'Trash' }).click();
    await expect.element(tab('New guests changed')).toBeVisible();
    await tab('All').click();
    await expect.poll(() => location.search).toBe('');
    await expect.poll(current).toMatch(/^All/);
  });

  test('and not where there is none', async () => {
    await openConsole('/company/member');
    await expectRows(3);
    await expect.element(tabs).not.toBeInTheDocument();
    expect((await requests('GET /api/member')).length).toBe(1);
  });
});
