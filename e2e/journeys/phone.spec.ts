import { createMember, expect, test } from '../src/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a member is found and opened on a phone without horizontal overflow', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto('/company/dashboard');
  await page.getByRole('button', { name: 'Open navigation' }).tap();
  const drawerDialog = page.getByRole('dialog');
  await drawerDialog.getByRole('link', { name: 'Members', exact: true }).tap();
  await expect(drawerDialog).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(member.first_name);
  // Waits for the search, because the tap would miss a card that moves while the list changes.
  const cards = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await cards.getByText(member.first_name).tap();
  await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}`));
  await expect(page.getByRole('heading', { name: new RegExp(member.first_name) }).first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
