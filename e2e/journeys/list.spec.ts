import { type Page, expect } from '@playwright/test';
import { createMember, loadFirst, createTag, test } from '../src/test.ts';

const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });

test('a guest is found among people of the same name by name, date, activity and hotel', async ({ page, client }) => {
  const name = `Saring${createTag()}`;
  const hotel = await loadFirst<{ id: number; name: string }>(client, '/api/hotel?filter[code][exact]=SGR');
  const [inactiveMember, activeMember] = await Promise.all([
    createMember(client, { last_name: name, is_active: 0 }),
    createMember(client, { last_name: `Van ${name}`, hotel_id: hotel.id }),
  ]);
  await page.goto(`/company/member?search=${name}&columns=last_name,email,is_active,hotel.code,updated_at`);
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Filter Last name: contains' }).click();
  const textFilter = page.getByRole('dialog', { name: 'Filter Last name' });
  await textFilter.getByRole('button', { name: 'starts with' }).click();
  await textFilter.getByRole('textbox', { name: 'Value' }).fill('Van');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(activeMember.email);
  await textFilter.getByRole('button', { name: 'is not empty' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');

  const activeFilter = page.getByRole('button', { name: 'Filter Active' });
  await activeFilter.click();
  await page.getByRole('menuitemradio', { name: 'No', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(inactiveMember.email);
  await activeFilter.click();
  await page.getByRole('menuitemradio', { name: 'All', exact: true }).click();

  await page.getByRole('button', { name: 'Filter Updated at: All' }).click();
  const dateFilter = page.getByRole('dialog', { name: 'Filter Updated at' });
  await dateFilter.getByRole('button', { name: 'period' }).click();
  await dateFilter.getByRole('button', { name: 'today', exact: true }).click();
  await expect(page.getByText('Updated at today')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await dateFilter.getByRole('button', { name: 'is empty' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Remove .*Updated at/ }).click();

  await page.getByRole('button', { name: /^Filter Hotel.*: All/ }).click();
  const hotelFilter = page.getByRole('dialog', { name: /^Filter Hotel/ });
  await hotelFilter.getByRole('searchbox', { name: 'Search' }).fill(hotel.name);
  await hotelFilter.getByRole('checkbox', { name: hotel.name }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(activeMember.email);
});
