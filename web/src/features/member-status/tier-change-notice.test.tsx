import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { expectQuery } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const noMembers = { number: 0, members: [] };

it('the notice shows the members that another number of visits would upgrade, before it is saved', async () => {
  setRecords('membership', [row('membership', 4, { name: 'Gold', min_visit_to_upgrade: 8 })]);
  mockResponse('GET /api/membership/4/level_change', {
    data: { raised: { number: 12, members: [{ id: 5, name: 'Bagus Santoso' }] }, lowered: noMembers },
  });
  await openConsole('/system/membership/4');
  await page.getByRole('textbox', { name: 'Visits to Upgrade' }).fill('6');
  const notice = page.getByRole('status').filter({ hasText: '12 members would be upgraded now.' });
  await expect.element(notice.getByText('Bagus Santoso and 11 others')).toBeVisible();
  await expectQuery('GET /api/membership/4/level_change').toEqual({ min_visit_to_upgrade: '6' });
  await expectAccessible();
});

it('the notice shows the members that another or no visit minimum of a country would upgrade', async () => {
  setRecords('country', [row('country', 7, { name: 'Indonesia', currency: 'IDR', visit_minimum: '50000.000' })]);
  mockResponse('GET /api/country/7/level_change', {
    data: { raised: { number: 1, members: [{ id: 5, name: 'Bagus Santoso' }] }, lowered: noMembers },
  });
  await openConsole('/system/country/7');
  const visitMinimum = page.getByRole('textbox', { name: 'Visit minimum' });
  await visitMinimum.fill('20000');
  const notice = page.getByRole('status').filter({ hasText: '1 member would be upgraded now.' });
  await expect.element(notice.getByText('Bagus Santoso')).toBeVisible();
  await expectQuery('GET /api/country/7/level_change').toEqual({ visit_minimum: '20000.000' });
  await visitMinimum.fill('');
  await expectQuery('GET /api/country/7/level_change').toEqual({});
});

it('the notice shows the members that more visits per day would upgrade', async () => {
  setRecords('option_detail', [row('option_detail', 8, { name: 'A day', code: 'per-member', value: '3' })]);
  mockResponse('GET /api/option_detail/8/level_change', {
    data: { raised: { number: 1, members: [{ id: 5, name: 'Bagus Santoso' }] }, lowered: noMembers },
  });
  await openConsole('/others/option-detail/8');
  await page.getByRole('textbox', { name: 'Value' }).fill('4');
  const notice = page.getByRole('status').filter({ hasText: '1 member would be upgraded now.' });
  await expect.element(notice.getByText('Bagus Santoso')).toBeVisible();
});

it('the notice shows in Indonesian the members that another counting method would downgrade', async () => {
  setRecords('option_detail', [row('option_detail', 9, { name: 'Per day', code: 'per-day', value: '0' })]);
  mockResponse('GET /api/option_detail/9/level_change', {
    data: { raised: noMembers, lowered: { number: 1, members: [{ id: 5, name: 'Bagus Santoso' }] } },
  });
  await openConsole('/others/option-detail/9', { language: 'id' });
  await page.getByRole('textbox', { name: 'Nilai' }).fill('1');
  const notice = page.getByRole('status').filter({ hasText: 'Tidak ada anggota yang akan naik tingkat.' });
  await expect.element(notice.getByText(/^1 anggota akan kehilangan tingkat/)).toBeVisible();
});
