import { createMember, expect, SESSION_KEY, test } from '../src/test.ts';

test.use({ account: null });

test.describe('a session that the server has ended', () => {
  test.use({ expectedErrors: [/401/] });

  test('signs out with the message, keeps what was typed, and offers it after the next sign-in', async ({
    page,
    client,
    user,
    enter,
  }) => {
    const member = await createMember(client);
    await enter(`/company/member/${member.id}`);
    await page.getByRole('textbox', { name: 'Hobby' }).fill('Melukis');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Melukis');
    await client.delete(`/api/users/${user.id}`);
    // Any call may be the one that finds out; where another was faster there is no button left to click.
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert').first()).toBeVisible();

    await client.post(`/api/users/restoreBulk`, { ids: [user.id] });
    await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
    await page.locator('input[name=password]').fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));
    await page
      .getByRole('status')
      .filter({ hasText: 'unsaved draft' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('Melukis');
  });
});

test('two tabs whose token runs out renew it with one request between them', async ({ page, context, enter }) => {
  const renewals: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) renewals.push(request.postData() ?? '');
  });
  await enter('/system/region');
  const other = await context.newPage();
  await other.goto('/system/country');
  await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  await expect(other.getByRole('grid', { name: 'Countries' }).getByRole('row').nth(2)).toBeVisible();

  const before = await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string; expired_at: number };
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() }));
    return session.access_token;
  }, SESSION_KEY);
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Refresh' }).click()));
  for (const tab of [page, other]) {
    await tab.waitForFunction(([key, token]) => !(localStorage.getItem(key) ?? '').includes(token), [
      SESSION_KEY,
      before,
    ] as const);
    await tab.getByRole('searchbox', { name: 'Search this list' }).fill('Indo');
    await expect(tab).toHaveURL(/search=Indo/);
    await expect(tab.getByRole('row').filter({ hasText: 'Indonesia' }).first()).toBeVisible();
  }
  expect(renewals.filter((body) => body.includes('refresh_token'))).toHaveLength(1);
});

test('who logs out in one tab is logged out in the other', async ({ page, context, enter }) => {
  await enter('/system/region');
  const other = await context.newPage();
  await other.goto('/system/country');
  await expect(other.getByRole('grid', { name: 'Countries' })).toBeVisible();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/login$/);
});
