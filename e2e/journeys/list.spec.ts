import { type Page, expect } from '@playwright/test';
import { createMember, firstOf, tag, test } from '../src/test.ts';

const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });

test('a guest is found among people of the same name by name, date, activity and hotel', async ({ page, client }) => {
  const name = `Saring${tag()}`;
  const hotel = await firstOf<{ id: number; name: string }>(client, '/api/hotel?filter[code][exact]=SGR');
  const [idle, guest] = await Promise.all([
    createMember(client, { last_name: name, is_active: 0 }),
    createMember(client, { last_name: `Van ${name}`, hotel_id: hotel.id }),
  ]);
  await page.goto(`/company/member?search=${name}&columns=last_name,email,is_active,hotel.code,updated_at`);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Filter Last name: contains' }).click();
  const text = page.getByRole('dialog', { name: 'Filter Last name' });
  await text.getByRole('button', { name: 'starts with' }).click();
  await text.getByRole('textbox', { name: 'Value' }).fill('Van');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(guest.email);
  await text.getByRole('button', { name: 'is not empty' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');

  const active = page.getByRole('button', { name: 'Filter Active' });
  await active.click();
  await page.getByRole('menuitemradio', { name: 'No', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(idle.email);
  await active.click();
  await page.getByRole('menuitemradio', { name: 'All', exact: true }).click();

  await page.getByRole('button', { name: 'Filter Updated at: All' }).click();
  const days = page.getByRole('dialog', { name: 'Filter Updated at' });
  await days.getByRole('button', { name: 'period' }).click();
  await days.getByRole('button', { name: 'today', exact: true }).click();
  await expect(page.getByText('Updated at today')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await days.getByRole('button', { name: 'is empty' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Remove .*Updated at/ }).click();

  await page.getByRole('button', { name: /^Filter Hotel.*: All/ }).click();
  const hotels = page.getByRole('dialog', { name: /^Filter Hotel/ });
  await hotels.getByRole('searchbox', { name: 'Search' }).fill(hotel.name);
  await hotels.getByRole('checkbox', { name: hotel.name }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(guest.email);
});
