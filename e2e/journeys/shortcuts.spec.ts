import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { SESSION_KEY, type Session, expect, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });
const titles = (page: Page) =>
  bar(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));

async function openStars(page: Page) {
  await bar(page).getByRole('button', { name: 'Edit shortcuts' }).click();
  const menu = page.getByRole('dialog', { name: 'Edit shortcuts' });
  await expect(menu.getByPlaceholder('Search for an app or page')).toBeFocused();
  return menu;
}

/** Stars pages, one after the other, and closes the menu. */
async function star(page: Page, ...names: string[]) {
  const menu = await openStars(page);
  for (const name of names) await menu.getByRole('button', { name: `Shortcut to ${name}`, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
}

/** What the server keeps of the user whose session is in this browser. */
const savedIds = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (key) => {
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
    const answer = await fetch('/api/user', { headers: { authorization: `Bearer ${access_token}` } });
    return ((await answer.json()) as { data: { data: { shortcuts: string[] } } }).data.data.shortcuts;
  }, SESSION_KEY);
const expectSaved = (page: Page, ids: readonly string[]) => expect.poll(() => savedIds(page)).toEqual(ids);

test('the user stars or unstars pages, and the list of shortcut ids is saved on the user', async ({ page, enter }) => {
  const logged: string[] = [];
  page.on('console', (m) => logged.push(m.text()));
  await enter('/company/dashboard');
  const request = page.waitForRequest('**/api/user/bookmark');
  const menu = await openStars(page);
  await expectAccessible(page);
  const toggle = menu.getByRole('button', { name: 'Shortcut to Members', exact: true });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  const sent = await request;
  expect(sent.method()).toBe('POST');
  expect(sent.headers()['content-type']).toContain('multipart/form-data');
  expect(sent.postData()).toMatch(/name="bookmark"\r\n\r\n\["member"\]\r\n/);
  await expect.poll(() => logged).toContain('Bookmark Updated');
  await page.reload();
  await expect(bar(page).getByRole('link', { name: 'Members' })).toBeVisible();
  await bar(page).getByRole('link', { name: 'Members' }).click();
  await expect(page).toHaveURL(/\/company\/member$/);
  await (await openStars(page)).getByRole('button', { name: 'Shortcut to Members', exact: true }).click();
  await expect(bar(page).getByRole('link')).toHaveCount(0);
  await expectSaved(page, []);
});

test('the star’s menu shows the starred pages first, filters by what is typed, and says when nothing fits', async ({
  page,
  enter,
}) => {
  await enter('/company/dashboard');
  await star(page, 'Users', 'Hotels');
  const menu = await openStars(page);
  const rows = menu.getByRole('listitem');
  await expect(rows.nth(0)).toContainText('Users');
  await expect(rows.nth(1)).toContainText('Hotels');
  await page.keyboard.type('REGION');
  await expect(rows).toHaveText([/Regions/, /Region users/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('link', { name: 'Region users' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type(' nowhere');
  await expect(menu.getByText('No results..')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Edit shortcuts' })).toBeFocused();
});

test('Alt with a digit opens the n-th shortcut, but not out of a text', async ({ page, enter }) => {
  await enter('/company/dashboard');
  await star(page, 'Members', 'Hotels');
  await page.keyboard.press('Alt+2');
  await expect(page).toHaveURL(/\/system\/hotel$/);
  const search = page.getByRole('searchbox', { name: 'Search this list' });
  await search.click();
  await page.keyboard.press('Alt+1');
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(/\/system\/hotel$/);
});

test('shortcuts are put in order by dragging, by keys and by buttons', async ({ page, enter }) => {
  await enter('/company/dashboard');
  await star(page, 'Members', 'Hotels', 'Countries');
  const link = (name: string) => bar(page).getByRole('link', { name });

  await link('Members').dragTo(link('Countries'), { targetPosition: { x: 30, y: 18 } });
  expect(await titles(page)).toEqual(['Hotels', 'Countries', 'Members']);

  await link('Members').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(link('Members')).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  expect(await titles(page)).toEqual(['Members', 'Hotels', 'Countries']);
  await page.keyboard.press('Alt+ArrowRight');
  await expect(link('Members')).toBeFocused();
  expect(await titles(page)).toEqual(['Hotels', 'Members', 'Countries']);
  await expect(page).toHaveURL(/dashboard$/);

  const menu = await openStars(page);
  await menu.getByRole('button', { name: 'Move Hotels down' }).click();
  await expect(menu.getByRole('button', { name: 'Move Hotels down' })).toBeFocused();
  await expect(menu.getByText('Hotels: place 2 of 3')).toBeAttached();
  await menu.getByRole('button', { name: 'Move Hotels down' }).press('Enter');
  // It can go no further: the focus stays with the page that was moved.
  await expect(menu.getByRole('link', { name: 'Hotels' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  expect(await titles(page)).toEqual(['Members', 'Hotels', 'Countries']);
  await expectSaved(page, ['member', 'hotel', 'country']);
});

test('a page that the menu does not show at present keeps its place among the shortcuts', async ({ page, enter }) => {
  await enter('/company/dashboard');
  await page.evaluate(async (key) => {
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ bookmark: '["hotel","gone-for-now","member"]' });
    await fetch('/api/user/bookmark', { method: 'POST', headers, body });
  }, SESSION_KEY);
  await page.reload();
  await expect(bar(page).getByRole('link')).toHaveCount(2);
  await star(page, 'Regions');
  await expectSaved(page, ['hotel', 'gone-for-now', 'member', 'region']);
});

test.describe('when saving fails', () => {
  test.use({ expectedErrors: [/bookmark/] });

  test('the shortcuts go back to what is saved, and it is said', async ({ page, enter }) => {
    await enter('/company/dashboard');
    await star(page, 'Members');
    await expectSaved(page, ['member']);
    await page.route('**/api/user/bookmark', (route) => route.abort());
    await star(page, 'Hotels');
    await expect(page.getByText('Your shortcuts were not saved. Network Error.')).toBeVisible();
    expect(await titles(page)).toEqual(['Members']);
    await page.unroute('**/api/user/bookmark');
    await star(page, 'Countries');
    await expectSaved(page, ['member', 'country']);
  });
});

test('changes in quick succession are saved one after the other, and the last one stays', async ({ page, enter }) => {
  await enter('/company/dashboard');
  let underWay = 0;
  const most: number[] = [];
  await page.route('**/api/user/bookmark', async (route) => {
    underWay += 1;
    most.push(underWay);
    const answer = await route.fetch();
    underWay -= 1;
    await route.fulfill({ response: answer });
  });
  await star(page, 'Members', 'Hotels', 'Regions', 'Countries');
  await expectSaved(page, ['member', 'hotel', 'region', 'country']);
  expect(Math.max(...most)).toBe(1);
});

test('the guest role keeps shortcuts on the device alone', async ({ page, enter }) => {
  const asked: string[] = [];
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { data: { ...body.data, role: 'guest' } } });
  });
  page.on('request', (request) => {
    if (request.url().includes('bookmark')) asked.push(request.url());
  });
  await enter('/company/dashboard');
  await star(page, 'Members');
  await page.reload();
  await expect(bar(page).getByRole('link', { name: 'Members' })).toBeVisible();
  expect(asked).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('shortcuts are starred and opened in the quick panel', async ({ page, enter }) => {
    await enter('/company/dashboard');
    await expect(bar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Quick panel' }).tap();
    const panel = page.getByRole('dialog', { name: 'Quick panel' });
    await panel.getByRole('button', { name: 'Shortcut to Hotels' }).tap();
    await expectSaved(page, ['hotel']);
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'Hotels' }).tap();
    await expect(page).toHaveURL(/\/system\/hotel$/);
    await expect(panel).toBeHidden();
  });
});
