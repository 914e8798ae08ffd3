import { type Client, createMember, expect, createTag, test } from '../src/test.ts';

/** Creates two members with one phone number; the second has a visit. */
async function createDuplicates(client: Client) {
  const phone_no = `+62 813 ${Math.floor(1e7 + Math.random() * 8e7)}`;
  const retained = await createMember(client, { phone_no, hobby: null });
  const absorbed = await createMember(client, { phone_no, hobby: 'Berkebun' });
  const hotel = (await client.get<{ data: { hotel_id: number } }>(`/api/member/${absorbed.id}`)).data.hotel_id;
  const visit = {
    member_id: absorbed.id,
    hotel_id: hotel,
    reference_no: createTag(),
    staff_name: 'Dewi',
    total_fb: '100000',
  };
  await client.post('/api/visit', visit);
  return { retained, absorbed };
}
const loadMember = async (client: Client, id: number) =>
  (
    await client.get<{
      data: { hobby: string | null; email: string; deleted_at: string | null; merged_into_id: number | null };
    }>(`/api/member/${id}`)
  ).data;

test('a clerk merges a duplicate member and reverts a mistaken merge', async ({ page, client }) => {
  const { retained, absorbed } = await createDuplicates(client);
  await page.goto(`/company/member/${retained.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge with…' }).click();
  await expect(page.getByText('Same phone')).toBeVisible();
  await page.getByRole('button', { name: `Compare with ${absorbed.first_name}` }).click();

  // A value that only one member has is preselected; differing emails need a choice.
  await expect(page.getByRole('radiogroup', { name: 'Hobby' }).getByRole('radio', { name: /Berkebun/ })).toBeChecked();
  await page.getByRole('radio', { name: new RegExp(absorbed.email) }).click();
  const movedRecords = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Records to move', exact: true }) });
  await expect(movedRecords.getByText('Visit', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Merge into ${retained.first_name}` }).click();
  await expect(page.getByRole('heading', { name: 'Members merged', exact: true })).toBeFocused();
  expect(await loadMember(client, retained.id)).toMatchObject({ hobby: 'Berkebun', email: absorbed.email });
  expect(await loadMember(client, absorbed.id)).toMatchObject({ merged_into_id: retained.id });

  await page.goto(`/company/member/${absorbed.id}`);
  await page
    .getByRole('status')
    .getByRole('link', { name: new RegExp(`${retained.first_name}.* #${retained.id}`) })
    .click();
  await expect(page.getByText('was merged into this member on')).toBeVisible();
  await page.getByRole('button', { name: /^Undo until/ }).click();
  await expect(page.getByText('are separate members again')).toBeVisible();
  await expect(page.getByText('was merged into this member on')).toBeHidden();
  expect(await loadMember(client, retained.id)).toMatchObject({ hobby: null, email: retained.email });
  expect(await loadMember(client, absorbed.id)).toMatchObject({ merged_into_id: null, deleted_at: null });
});
