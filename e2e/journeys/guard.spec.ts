import { ACCOUNTS, type Client, createMember, expect, firstOf, signIn, test } from '../src/test.ts';

test.describe('without a session', () => {
  test.use({ account: null });

  test('a page asked for before signing in is returned to after it', async ({ page }) => {
    await page.goto('/system/hotel');
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, ACCOUNTS.administrator, page.url());
    await expect(page).toHaveURL(/\/system\/hotel$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Hotels', exact: true })).toBeVisible();
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
      page.getByRole('heading', { name: 'Nothing matches', exact: true }).or(page.getByText('Nothing matches')).first(),
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

test.describe('route levels', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('onlyGuest: the sign-in sends a user with a role to the dashboard, or where they wanted to go', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page).toHaveURL(/\/company\/dashboard$/);
  });

  test('denied within the console, a user stays on the page they came from', async ({ page }) => {
    await page.goto('/company/member');
    await expect(page.getByRole('heading', { level: 1, name: 'Members', exact: true })).toBeVisible();
    await page.evaluate(() => {
      history.pushState({}, '', '/others/users');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page).toHaveURL(/\/company\/member$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Members', exact: true })).toBeVisible();
  });
});

test.describe('a visitor without a role', () => {
  test.use({ account: null });

  for (const path of ['/dashboard', '/pages/profile', '/company/member/7?tab=history'])
    test(`goes from ${path} to the sign-in and, signed in, to that page`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
      await signIn(page, ACCOUNTS.administrator, page.url());
      await expect(page).toHaveURL((url) => url.pathname + url.search === path);
    });

  test('reads the pages without a rule', async ({ page }) => {
    for (const path of ['/error-404', '/error-500', '/under-maintenance', '/auth/forgot-password']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page).toHaveURL((url) => url.pathname === path);
    }
  });
});
