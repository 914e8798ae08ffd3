// Core test: the keyboard alone.
import { createMember, expect, test } from '../src/test.ts';

test('a member is found, opened, changed and saved by keyboard alone', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto('/company/member');
  await expect(page.getByRole('grid', { name: 'Members' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(member.first_name);
  // Waits for the search, because the newest member is at the top of the unfiltered list too.
  await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: member.email })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue(member.first_name);
  await dialog.getByRole('textbox', { name: 'Hobby' }).focus();
  await page.keyboard.type('Berkebun');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  const { data } = await client.get<{ data: { hobby: string } }>(`/api/member/${member.id}`);
  expect(data.hobby).toBe('Berkebun');
});
