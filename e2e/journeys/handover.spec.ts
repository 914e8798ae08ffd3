import { waitForMails } from '../src/mailbox.ts';
import { createClient } from '../src/records.ts';
import { FRONT_DESK_USER, createCardHolder, hotelDate } from '../src/sale-steps.ts';
import { createTag, expect, test } from '../src/test.ts';

test.use({ account: FRONT_DESK_USER });

test('a clerk begins with the day of the hotel, finds a guest at the top, and hands the shift over', async ({
  page,
  client,
  request,
  getSession,
}) => {
  const note = `Kue untuk kamar ${createTag()}`;
  const { member } = await createCardHolder(client, 200);
  await client.post(`/api/member/${member.id}`, { birth_date: `1980${hotelDate(0).slice(4)}` });
  const { data } = await client.get<{ data: { hotel_id: number; first_name: string; last_name: string } }>(
    `/api/member/${member.id}`,
  );
  const guest = `${data.first_name} ${data.last_name}`;
  const bill = `BILL-${createTag()}`;
  const clerk = createClient(request, await getSession(FRONT_DESK_USER));
  await clerk.post('/api/visit', {
    hotel_id: data.hotel_id,
    member_id: member.id,
    total_fb: '250000',
    reference_no: bill,
    staff_name: 'Dewi',
  });

  await page.goto('/');
  const day = page.getByRole('region', { name: 'Today', exact: true });
  await expect(day.getByRole('region', { name: 'Birthdays' })).toContainText(guest);
  await expect(day.getByRole('region', { name: 'Posted' }).getByRole('listitem').first()).toContainText(bill);

  await page.getByRole('combobox', { name: 'Search the menu' }).fill(data.first_name);
  await expect(page.getByRole('option', { name: new RegExp(guest) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));

  await page.goto('/company/dashboard');
  await day.getByRole('link', { name: /Hand over the shift/ }).click();
  await expect(page.getByRole('table', { name: 'Posted' })).toContainText(bill);
  await page.getByRole('button', { name: 'Send…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send handover' });
  await dialog.getByRole('combobox', { name: 'Colleague' }).click();
  await page.getByRole('option', { name: 'Me (Dewi Anggraini)' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The handover is being sent to Dewi Anggraini.')).toBeVisible();
  await expect(async () => {
    const mails = await waitForMails('dewi.anggraini@laksmira.test');
    expect(mails.find((mail) => mail.includes(note))).toContain(bill);
  }).toPass({ timeout: 30_000 });
});
