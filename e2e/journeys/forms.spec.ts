import { createMember, expect, tag, test } from '../src/test.ts';

test('an unsaved form asks before it is left, and stays when asked to', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto(`/company/member/${member.id}?tab=data`);
  await page.getByRole('textbox', { name: 'Hobby' }).fill('Memancing');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await menu.getByRole('link', { name: 'Memberships' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('Memancing');
  await menu.getByRole('link', { name: 'Memberships' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/system\/membership$/);
});

test('what was typed and not saved is offered again after a reload', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto(`/company/member/${member.id}?tab=data`);
  await page.getByRole('textbox', { name: 'Hobby' }).fill('Menjahit');
  await expect(page.getByText('1 field changed, not saved yet')).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Menjahit');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const offer = page.getByRole('status').filter({ hasText: 'unsaved draft' });
  await expect(offer.getByText('Hobby')).toBeVisible();
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('Menjahit');
});

test('a deleted record says by whom, and comes back from its own page', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto(`/company/member/${member.id}`);
  await page.getByRole('button', { name: `Delete ${member.first_name} Percobaan` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const banner = page.getByRole('status').filter({ hasText: /Deleted on .* by Ratna Kusumawardhani/ });
  await banner.getByRole('button', { name: 'Restore' }).click();
  await expect(banner).toBeHidden();
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(member.first_name);
});

test('the rights of a role group are ticked in a table, and saved', async ({ page, client }) => {
  const { data: level } = await client.get<{ data: { id: number }[] }>('/api/option_detail/choices?slug=access-type');
  const { data: group } = await client.post<{ data: { id: number } | { data: { id: number } } }>('/api/role_group', {
    name: `Regu ${tag()}`,
    description: 'Untuk percobaan',
    access_type_id: level[0]?.id,
    rolesId: [],
  });
  const id = 'data' in group ? group.data.id : group.id;
  await page.goto(`/others/role-group/${id}`);
  const hotels = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Hotel', exact: true }) });
  await hotels.getByRole('checkbox', { name: 'Hotel: View' }).click();
  await hotels.getByRole('checkbox', { name: 'Hotel: Edit' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  await page.reload();
  await expect(hotels.getByRole('checkbox', { name: 'Hotel: View' })).toBeChecked();
  await expect(hotels.getByRole('checkbox', { name: 'Hotel: Edit' })).toBeChecked();
  await expect(hotels.getByRole('checkbox', { name: 'Hotel: Delete' })).not.toBeChecked();
});
