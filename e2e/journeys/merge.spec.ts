import { expectAccessible } from '../src/accessibility.ts';
import { type Client, createMember, expect, tag, test } from '../src/test.ts';

/** Two members with the telephone number of one person; the second has a visit. */
async function createTwins(client: Client) {
  const phone_no = `+62 813 ${Math.floor(1e7 + Math.random() * 8e7)}`;
  const kept = await createMember(client, { phone_no, hobby: null });
  const absorbed = await createMember(client, { phone_no, hobby: 'Berkebun' });
  const hotel = (await client.get<{ data: { hotel_id: number } }>(`/api/member/${absorbed.id}`)).data.hotel_id;
  const bill = { member_id: absorbed.id, hotel_id: hotel, reference_no: tag(), staff_name: 'Dewi', total_fb: '100000' };
  await client.post('/api/visit', bill);
  return { kept, absorbed };
}
const read = async (client: Client, id: number) =>
  (
    await client.get<{
      data: { hobby: string | null; email: string; deleted_at: string | null; merged_into_id: number | null };
    }>(`/api/member/${id}`)
  ).data;

test('two members with one phone are compared, merged field by field, and apart again', async ({ page, client }) => {
  const { kept, absorbed } = await createTwins(client);
  await page.goto(`/company/member/${kept.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge with…' }).click();
  await expect(page.getByText('Same phone')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Compare with ${absorbed.first_name}` }).click();

  // What the one has and the other lacks is taken; the email is chosen.
  await expect(page.getByRole('radiogroup', { name: 'Hobby' }).getByRole('radio', { name: /Berkebun/ })).toBeChecked();
  await page.getByRole('radio', { name: new RegExp(absorbed.email) }).click();
  const moves = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What moves', exact: true }) });
  await expect(moves.getByText('Visit', { exact: true })).toBeVisible();
  await expect(moves).toContainText('can be undone for 30 days');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Merge into ${kept.first_name}` }).click();

  await expect(page.getByRole('heading', { name: 'The two are one member now', exact: true })).toBeFocused();
  expect(await read(client, kept.id)).toMatchObject({ hobby: 'Berkebun', email: absorbed.email });
  expect(await read(client, absorbed.id)).toMatchObject({ merged_into_id: kept.id });
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await expect(page.getByText('are two members again')).toBeVisible();
  expect(await read(client, kept.id)).toMatchObject({ hobby: null, email: kept.email });
  expect(await read(client, absorbed.id)).toMatchObject({ merged_into_id: null, deleted_at: null });
});

test('a merged member says where it went, and the merge is undone from there', async ({ page, client }) => {
  const { kept, absorbed } = await createTwins(client);
  await client.post(`/api/member/${kept.id}/merge`, { member_id: absorbed.id });
  await page.goto(`/company/member/${absorbed.id}`);
  await page
    .getByRole('status')
    .getByRole('link', { name: new RegExp(`${kept.first_name}.* #${kept.id}`) })
    .click();
  await expect(page.getByText('was merged into this member on')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Undo until/ }).click();
  await expect(page.getByText('was merged into this member on')).toBeHidden();
  expect(await read(client, absorbed.id)).toMatchObject({ deleted_at: null });
});

test('whoever stays can be exchanged, and the keyboard is enough', async ({ page, client }) => {
  const { kept, absorbed } = await createTwins(client);
  await page.goto(`/company/member/${kept.id}/merge?with=${absorbed.id}`);
  const exchange = page.getByRole('button', { name: 'Exchange the two' });
  await exchange.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/member/${absorbed.id}/merge\\?with=${kept.id}$`));
  await page.getByRole('radiogroup', { name: 'Email' }).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: new RegExp(kept.email) })).toBeChecked();
  const merge = page.getByRole('button', { name: `Merge into ${absorbed.first_name}` });
  await expect(merge).toBeEnabled();
  await merge.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The two are one member now', exact: true })).toBeFocused();
  expect(await read(client, absorbed.id)).toMatchObject({ email: kept.email });
});

test('anybody can be searched for', async ({ page, client }) => {
  const [kept, absorbed] = [await createMember(client), await createMember(client)];
  await page.goto(`/company/member/${kept.id}/merge`);
  await expect(page.getByText('Nobody else has the email, phone or identity number')).toBeVisible();
  await page.getByRole('combobox', { name: 'Another member' }).fill(absorbed.first_name);
  await page.getByRole('option', { name: new RegExp(absorbed.first_name) }).click();
  await expect(page).toHaveURL(new RegExp(`with=${absorbed.id}$`));
});

test.describe('in Indonesian, on a phone', () => {
  test.use({ look: { language: 'id', theme: 'dark' }, viewport: { width: 390, height: 844 }, hasTouch: true });

  test('two members are merged and apart again', async ({ page, client }) => {
    const { kept, absorbed } = await createTwins(client);
    await page.goto(`/company/member/${kept.id}/merge?with=${absorbed.id}`);
    await expect(page.getByRole('heading', { name: 'Yang dipindahkan', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Gabungkan ke ${kept.first_name}` }).tap();
    await expect(page.getByRole('heading', { name: 'Keduanya kini menjadi satu anggota', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Urungkan penggabungan' }).tap();
    await expect(page.getByText('kembali menjadi dua anggota')).toBeVisible();
  });
});

test.describe('a merge that cannot be undone', () => {
  test.use({ expectedErrors: [/409/] });

  test('says why', async ({ page, client }) => {
    const { kept, absorbed } = await createTwins(client);
    await client.post(`/api/member/${kept.id}/merge`, { member_id: absorbed.id });
    await createMember(client, { email: absorbed.email });
    await page.goto(`/company/member/${kept.id}`);
    await page.getByRole('button', { name: /^Undo until/ }).click();
    await expect(page.getByText('Another member has the email by now')).toBeVisible();
  });
});
