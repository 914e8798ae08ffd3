import { createMember, expect, signIn, test } from '../src/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a member is found and opened on a phone, and nothing is wider than the screen', async ({ page, client }) => {
  const member = await createMember(client);
  await signIn(page);
  await page.getByRole('button', { name: /navigation/i }).first().tap();
  await page.getByRole('link', { name: 'Members' }).first().tap();
  await page.getByRole('searchbox').first().fill(member.first_name);
  await page.getByText(member.first_name).first().tap();
  await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}`));
  await expect(page.getByRole('heading', { name: new RegExp(member.first_name) }).first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
