import { type Client, createMember, expect, createTag, test } from '../src/test.ts';

/** The date in Jakarta, the browser's time zone, this many days from today: `YYYY-MM-DD`. */
const dateFromToday = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a member whose card expires in this many days. */
async function createCardHolder(client: Client, daysUntilEnd: number, last_name: string) {
  const member = await createMember(client, { last_name });
  const { data } = await client.get<{ data: { hotel_id: number; membership_id: number } }>(`/api/member/${member.id}`);
  await client.post('/api/member_card', {
    member_id: member.id,
    membership_id: data.membership_id,
    hotel_id: data.hotel_id,
    start_date: dateFromToday(daysUntilEnd - 364),
    end_date: dateFromToday(daysUntilEnd),
    is_active: 1,
    remark: 'For a journey',
  });
  return member;
}

test("a completed call removes the member from the list and appears on the member's page", async ({ page, client }) => {
  const name = `Kontak${createTag()}`;
  const [first, second] = [await createCardHolder(client, 5, name), await createCardHolder(client, 6, name)];
  await page.goto('/company/dashboard');
  await page.getByRole('link', { name: 'Call lists', exact: true }).first().click();
  await page
    .getByRole('navigation', { name: 'Call lists' })
    .getByRole('link', { name: /^Expiring soon/ })
    .click();
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(name);
  const rows = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows
    .first()
    .getByRole('button', { name: /^Log call/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Call with ${first.first_name} ${name}` });
  await dialog.getByRole('radio', { name: 'Declined' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Pindah ke luar kota');
  await dialog.getByRole('button', { name: 'Save call' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(second.first_name);

  // A call without an answer leaves the member on the list, unless the filter omits members called in the last 7 days.
  await rows.getByRole('button', { name: /^Log call/ }).click();
  await page.getByRole('radio', { name: 'No answer' }).click();
  await page.getByRole('button', { name: 'Save call' }).click();
  await expect(rows.first()).toContainText('No answer');
  await page.getByRole('radio', { name: 'No call in 7 days' }).click();
  await expect(page.getByText('No matches in this list')).toBeVisible();

  await page.getByRole('radio', { name: 'All', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('link', { name: first.first_name }).first().click();
  await page.getByRole('tab', { name: 'Calls' }).click();
  await expect(page.getByText('Pindah ke luar kota')).toBeVisible();
});
