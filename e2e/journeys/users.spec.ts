import { expectAccessible } from '../src/accessibility.ts';
import { switchOn } from '../src/second-factor.ts';
import { expect, firstOf, tag, test } from '../src/test.ts';

test('an administrator sees in the menu that somebody asks for access, and lets them in', async ({ page, client }) => {
  const name = tag();
  const password = 'quiet-harbour-lamp';
  const email = `${name}@example.com`;
  const asked = await page.request.post('/auth/register', {
    data: { name, username: name, email, password, password_confirmation: password },
  });
  expect(asked.ok()).toBe(true);
  const { id } = await firstOf(client, `/api/users?filter[email][exact]=${email}`);
  await page.goto('/company/dashboard');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: /^Users \d+/ })
    .click();
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Asks for access.' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Role group' }).fill('Front desk');
  await page
    .getByRole('option', { name: /^Front desk/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notice).toBeHidden();
  const approved = await client.get<{ data: { role_group: { name: string } | null } }>(`/api/users/${id}`);
  expect(approved.data.role_group?.name).toMatch(/^Front desk/);
});

test('an administrator switches the second factor off for somebody who lost it', async ({ page, request, user }) => {
  await switchOn(request, user);
  await page.goto(`/others/users/${user.id}`);
  await page.getByRole('button', { name: 'Switch off two-factor sign-in' }).click();
  const question = page.getByRole('alertdialog', { name: 'Switch off two-factor sign-in?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Signs in with a second factor.')).toBeHidden();
  const signedIn = await request.post('/oauth/token', {
    data: { grant_type: 'password', client_id: '1', username: user.username, password: user.password },
  });
  expect(signedIn.status()).toBe(200);
});
