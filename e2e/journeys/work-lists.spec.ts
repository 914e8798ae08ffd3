import { expectAccessible } from '../src/accessibility.ts';
import { type Client, createMember, expect, test } from '../src/test.ts';

/** A day in Jakarta, where the browser stands: today, or so many days from it. */
const day = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** A member whose card ends in so many days, under a last name of the test’s own. */
async function createHolder(client: Client, ends: number, last_name: string) {
  const member = await createMember(client, { last_name });
  const { data } = await client.get<{ data: { hotel_id: number; membership_id: number } }>(`/api/member/${member.id}`);
  await client.post('/api/member_card', {
    member_id: member.id,
    membership_id: data.membership_id,
    hotel_id: data.hotel_id,
    start_date: day(ends - 364),
    end_date: day(ends),
    is_active: 1,
  });
  return member;
}
const lastName = (): string => `Kontak${Math.random().toString(36).slice(2, 9)}`;

test('who was called and settled the matter leaves the list, and stands at the member', async ({ page, client }) => {
  const name = lastName();
  const [first, second] = [await createHolder(client, 5, name), await createHolder(client, 6, name)];
  await page.goto('/company/dashboard');
  await page.getByRole('link', { name: 'Work lists', exact: true }).first().click();
  await page
    .getByRole('navigation', { name: 'Work lists' })
    .getByRole('link', { name: /^Expiring soon/ })
    .click();
  await expect(page).toHaveURL(/\/company\/work-list\/expiring$/);
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(name);
  const rows = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('ends in 5 days');
  await expect(rows.first().getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\+62/);
  await expect(rows.first().getByRole('link', { name: /^Renew / })).toHaveAttribute(
    'href',
    `/finance/transaction/wizard?type=2&member_id=${first.id}`,
  );
  await expectAccessible(page);

  await rows
    .first()
    .getByRole('button', { name: /^Note call/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `Call with ${first.first_name} ${name}` });
  await dialog.getByRole('button', { name: 'Save the call' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Declined' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Pindah ke luar kota');
  await dialog.getByRole('button', { name: 'Save the call' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(second.first_name);

  // Nobody answered: the member stays, unless those who were called lately are left out.
  await rows.getByRole('button', { name: /^Note call/ }).click();
  await page.getByRole('radio', { name: 'No answer' }).click();
  await page.getByRole('button', { name: 'Save the call' }).click();
  await expect(rows.first()).toContainText('No answer');
  await page.getByRole('radio', { name: 'No call for 7 days' }).click();
  await expect(page.getByText('Nobody in this list fits')).toBeVisible();

  await page.getByRole('radio', { name: 'All', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Pindah ke luar kota');
  await expect(rows.first()).toContainText('Declined');
  await rows.first().getByRole('link', { name: first.first_name }).first().click();
  await page.getByRole('tab', { name: 'Calls' }).click();
  await expect(page.getByText('Pindah ke luar kota')).toBeVisible();
});

test('the list is worked by keyboard alone', async ({ page, client }) => {
  const name = lastName();
  const first = await createHolder(client, 10, name);
  await createHolder(client, 11, name);
  await createHolder(client, 12, name);
  await page.goto(`/company/work-list/renewal?search=${name}`);
  const rows = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
  const actions = page.getByRole('button', { name: /^Note call/ });
  await expect(rows).toHaveCount(3);
  await actions.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(actions.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Reached' })).toBeFocused();
  await page.keyboard.press('6');
  await expect(dialog.getByRole('radio', { name: 'Wrong number' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  // The next member stands where the last one stood.
  await expect(actions.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Reached' })).toBeFocused();
  await page.keyboard.press('3');
  await expect(dialog.getByRole('textbox', { name: 'Call back on' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows).not.toContainText(first.first_name);
});

test.describe('a call whose answer is lost', () => {
  test.use({ expectedErrors: [/503/] });

  test('is sent again, and written down once', async ({ page, client }) => {
    const name = lastName();
    const member = await createHolder(client, 10, name);
    await page.goto(`/company/work-list/expiring?search=${name}`);
    await page.getByRole('button', { name: /^Note call/ }).click();
    await expect(page.getByRole('radio', { name: 'Reached' })).toBeFocused();
    await page.keyboard.press('2');
    let isLost = false;
    await page.route('**/api/member_call', async (route) => {
      const answer = await route.fetch();
      if (isLost) return route.fulfill({ response: answer });
      isLost = true;
      return route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Away', request_id: '12345678' } });
    });
    await page.getByRole('button', { name: 'Save the call' }).click();
    await expect(page.getByText('Away')).toBeVisible();
    await page.getByRole('button', { name: 'Save the call' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const { data } = await client.get<{ data: unknown[] }>(`/api/member_call?filter[member_id][includes]=${member.id}`);
    expect(data).toHaveLength(1);
  });
});

test('an empty list says so kindly', async ({ page }) => {
  await page.goto('/company/work-list/expiring?search=nobody-is-called-so');
  await expect(page.getByText('Nobody in this list fits')).toBeVisible();
  await expectAccessible(page);
});

test.describe('in Indonesian, on a phone', () => {
  test.use({ look: { language: 'id', theme: 'dark' }, viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a call is noted with a thumb', async ({ page, client }) => {
    const name = lastName();
    await createHolder(client, 40, name);
    await page.goto(`/company/work-list/expiring?search=${name}`);
    await expect(page.getByText('Tidak ada yang cocok di daftar ini')).toBeVisible();
    await page.getByRole('radio', { name: '60 hari' }).tap();
    await expect(page.getByText('berakhir 40 hari lagi')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Catat panggilan/ }).tap();
    await page.getByRole('radio', { name: 'Terhubung' }).tap();
    await page.getByRole('button', { name: 'Simpan panggilan' }).tap();
    await expect(page.getByText('Tidak ada yang cocok di daftar ini')).toBeVisible();
    await page.getByRole('radio', { name: 'Semua' }).tap();
    await expect(page.getByText('Terhubung')).toBeVisible();
  });
});
