import { ACCOUNTS, type Client, createMember, expect, loadFirst, signIn, test } from '../src/test.ts';

test.describe('a signed-out user with a link', () => {
  test.use({ account: null });

  test('signs in and arrives at the linked page with its query', async ({ page, client }) => {
    const { id } = await createMember(client);
    const path = `/company/member/${id}?tab=history`;
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, ACCOUNTS.administrator, page.url());
    await expect(page).toHaveURL((url) => url.pathname + url.search === path);
    await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeVisible();
  });
});

/** Creates a member of the hotel with this code. */
async function createMemberOfHotel(client: Client, code: string) {
  return createMember(client, { hotel_id: (await loadFirst(client, `/api/hotel?filter[code][exact]=${code}`)).id });
}

test.describe('a front desk user', () => {
  test.use({ account: ACCOUNTS.frontDesk, expectedErrors: [/404/] });

  test('finds the permitted pages in the menu, and is redirected away from others', async ({ page }) => {
    await page.goto('/company/dashboard');
    const menu = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(menu.getByRole('link', { name: 'Members', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0);
    for (const path of ['/others/users', '/login']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/company\/dashboard$/);
    }
  });

  test('finds members of the own hotel, and none of another hotel by search or by URL', async ({ page, client }) => {
    const [ownMember, foreignMember] = await Promise.all([
      createMemberOfHotel(client, 'JKM'),
      createMemberOfHotel(client, 'SGR'),
    ]);
    await page.goto(`/company/member?search=${ownMember.first_name}`);
    await expect(page.getByRole('row').filter({ hasText: ownMember.email })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(foreignMember.first_name);
    await expect(
      page.getByRole('heading', { name: 'No matches', exact: true }).or(page.getByText('No matches')).first(),
    ).toBeVisible();
    await page.goto(`/company/member/${foreignMember.id}`);
    await expect(page.getByText(foreignMember.email)).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveCount(0);
  });
});

test.describe('a regional manager', () => {
  test.use({ account: ACCOUNTS.regionalManager });

  test("finds members of the own region's hotels, and none of another region", async ({ page, client }) => {
    const [jakarta, singapore] = await Promise.all([
      createMemberOfHotel(client, 'JKM'),
      createMemberOfHotel(client, 'SGR'),
    ]);
    await page.goto(`/company/member?search=${jakarta.first_name}`);
    await expect(page.getByRole('row').filter({ hasText: jakarta.email })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(singapore.first_name);
    await expect(page.getByText('No matches').first()).toBeVisible();
  });
});
