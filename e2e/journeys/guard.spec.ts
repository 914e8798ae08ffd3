import { ACCOUNTS, type Client, createMember, expect, firstOf, signIn, test } from '../src/test.ts';

test.describe('without a session', () => {
  test.use({ account: null });

  test('a page asked for before signing in is returned to after it', async ({ page }) => {
    await page.goto('/system/hotel');
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, ACCOUNTS.administrator, page.url());
    await expect(page).toHaveURL(/\/system\/hotel$/);
    await expect(page.getByRole('heading', { name: 'Hotels' })).toBeVisible();
  });
});

test('an unknown address is an error page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/error-404$/);
});

/** A member of the hotel with this code. */
async function createMemberOf(client: Client, code: string) {
  return createMember(client, { hotel_id: (await firstOf(client, `/api/hotel?filter[code][exact]=${code}`)).id });
}

test.describe('a front desk', () => {
  test.use({ account: ACCOUNTS.frontDesk, expectedErrors: [/404/] });

  test('sees in the menu what its role permits, and a page beyond it leads back', async ({ page }) => {
    await page.goto('/company/dashboard');
    const menu = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(menu.getByRole('link', { name: 'Members', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0);
    await page.goto('/others/users');
    await expect(page).toHaveURL(/\/company\/dashboard$/);
  });

  test('sees the members of its own hotel only', async ({ page, client }) => {
    const [own, other] = await Promise.all([createMemberOf(client, 'JKM'), createMemberOf(client, 'SGR')]);
    await page.goto(`/company/member?search=${own.first_name}`);
    await expect(page.getByRole('row').filter({ hasText: own.email })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(other.first_name);
    await expect(
      page.getByRole('heading', { name: 'Nothing matches' }).or(page.getByText('Nothing matches')).first(),
    ).toBeVisible();
    await page.goto(`/company/member/${other.id}`);
    await expect(page.getByText(other.email)).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveCount(0);
  });
});

test.describe('a regional manager', () => {
  test.use({ account: ACCOUNTS.regionalManager });

  test('sees the members of the hotels of its region only', async ({ page, client }) => {
    const [jakarta, singapore] = await Promise.all([createMemberOf(client, 'JKM'), createMemberOf(client, 'SGR')]);
    await page.goto(`/company/member?search=${jakarta.first_name}`);
    await expect(page.getByRole('row').filter({ hasText: jakarta.email })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(singapore.first_name);
    await expect(page.getByText('Nothing matches').first()).toBeVisible();
  });
});
