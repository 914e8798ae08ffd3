import { createMember, expect, test } from '../src/test.ts';

test('a form offers to restore unsaved values after a reload', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto(`/company/member/${member.id}?tab=data`);
  await page.getByRole('textbox', { name: 'Hobby' }).fill('Menjahit');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Menjahit');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const draftNotice = page.getByRole('status').filter({ hasText: 'unsaved draft' });
  await expect(draftNotice.getByText('Hobby')).toBeVisible();
  await draftNotice.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('Menjahit');
});
