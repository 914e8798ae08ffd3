import { createMember, expect, test } from '../src/test.ts';

test('a clerk finds a member by name, edits the hobby and sees the change in the history', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto('/company/dashboard');
  await page.getByRole('link', { name: 'Members', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(member.first_name);
  const row = page.getByRole('row').filter({ hasText: member.email });
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${member.first_name}`));
  await row.getByRole('link', { name: member.first_name }).click();
  await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));

  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('textbox', { name: 'Hobby' }).fill('Selam');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('No changes')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('Selam')).toBeVisible();
  await expect(page.getByText('Ratna Kusumawardhani').last()).toBeVisible();
});

test('a new member is rejected with errors at the invalid fields, and saved once they are fixed', async ({ page }) => {
  const tag = Math.random().toString(36).slice(2, 9);
  await page.goto('/company/member');
  await page.getByRole('button', { name: 'New member' }).click();
  const dialog = page.getByRole('dialog', { name: 'New member' });
  await dialog.getByRole('textbox', { name: 'First name' }).fill(`Baru${tag}`);
  await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('not an address');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible();
  await expect(dialog.getByText('This field is required.').first()).toBeVisible();

  const choose = async (name: string, text: string) => {
    await dialog.getByRole('combobox', { name, exact: true }).fill(text);
    await page
      .getByRole('option', { name: new RegExp(text) })
      .first()
      .click();
  };
  await choose('Membership', 'Laksmira Gold');
  await choose('Origin country', 'Indonesia');
  await choose('Hotel', 'Laksmira');
  await dialog.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Female', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill(`baru.${tag}@example.test`);
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+62 812 0000 1111');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: `baru.${tag}@example.test` })).toBeVisible();
});

test.describe('two clerks', () => {
  test.use({ expectedErrors: [/409/] });

  test('edit one member: different fields are merged, a conflict in one field needs a decision', async ({
    page,
    client,
  }) => {
    const member = await createMember(client, { hobby: 'Catur', remark: 'Jendela' });
    await page.goto(`/company/member/${member.id}?tab=data`);
    await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('Catur');

    await client.post(`/api/member/${member.id}`, { remark: 'Dekat lift' });
    await page.getByRole('textbox', { name: 'Hobby' }).fill('Renang');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('No changes')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Remark' })).toHaveValue('Dekat lift');

    await client.post(`/api/member/${member.id}`, { hobby: 'Golf' });
    await page.getByRole('textbox', { name: 'Hobby' }).fill('Lari');
    await page.getByRole('button', { name: /^Save/ }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Someone else saved this record first' });
    await expect(dialog.getByRole('radio', { name: /Golf/ })).toBeVisible();
    await dialog.getByRole('radio', { name: /Lari/ }).click();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('No changes')).toBeVisible();
    const { data } = await client.get<{ data: { hobby: string; remark: string } }>(`/api/member/${member.id}`);
    expect(data).toMatchObject({ hobby: 'Lari', remark: 'Dekat lift' });
  });
});
