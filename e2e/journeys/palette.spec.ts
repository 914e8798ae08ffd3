import { createMember, expect, test } from '../src/test.ts';

test('a clerk finds a guest by name and by phone in the command palette, and opens the record', async ({
  page,
  client,
}) => {
  const member = await createMember(client, { phone_no: '+62 811 7070 9292' });
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  for (const searchText of [member.first_name, '0811 70709292']) {
    await page.goto('/company/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(searchText);
    await expect(palette.getByRole('option', { selected: true })).toContainText(member.first_name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));
  }
});
