import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK, HOTELS } from '../../testing/fixtures.ts';
import { expectNothingToMove } from '../../testing/layout-shift.ts';
import { deferResponse, HttpResponse, mockResponse, neverResponds } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { fullDay } from '../../testing/shifts.ts';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './desk-day.stories.ts';

describe('the day of a front desk', () => {
  testInEveryVariant(stories);
});

const day = page.getByRole('region', { name: 'Today', exact: true });
const card = (name: string) => day.getByRole('region', { name, exact: true });
const openDashboard = (user = FRONT_DESK) => {
  if (user.hotels?.length === 1) mockOneHotel();
  mockResponse('GET /api/dashboard', neverResponds);
  return openConsole('/company/dashboard', { user });
};

describe('the start page of a front desk', () => {
  test('names guests with their tier and phone, and links entries and numbers to their rows', async () => {
    mockResponse('GET /api/shift/day', { data: fullDay() });
    await openDashboard();
    const birthday = card('Birthdays').getByRole('link', { name: /Budi Santoso/ });
    await expect.element(birthday).toMatchTextContent('Laksmira Gold · turns 50');
    await expect.element(birthday).toHaveAttribute('href', '/company/member/8');
    await expect
      .element(card('Call back').getByRole('listitem'))
      .toMatchTextContent('+62 812 3456 7890 · due 12 Mar 2026 · After lunch');
    await expect
      .element(card('Redeemed').getByRole('link', { name: /Ratna Kusuma/ }))
      .toHaveAttribute('href', '/finance/voucher-redeem/51');
    await expect.element(card('Redeemed').getByRole('listitem')).toMatchTextContent('Birthday cake');
    await expect.element(card('Posted').getByRole('listitem')).toMatchTextContent(/Rp\. 1,250,000.*BILL-7/);
    await expect
      .element(card('Sold').getByRole('link', { name: 'Sold: 1' }))
      .toHaveAttribute('href', expect.stringContaining('/finance/transaction?'));
    await expectQuery('GET /api/shift/day').toEqual({ hotel_id: '1' });
  });

  test('shows the parts that the user may view, in a place that they do not move when they arrive', async () => {
    const { resolver, release } = deferResponse(() => HttpResponse.json({ data: fullDay() }));
    mockResponse('GET /api/shift/day', resolver);
    const roles = (FRONT_DESK.roles ?? []).filter((code) => code !== 'VIEW_TRANSACTION');
    await openDashboard({ ...FRONT_DESK, roles });
    await expect.element(day).toBeVisible();
    await expectNothingToMove(async () => {
      release();
      await expect.element(card('Birthdays')).toBeVisible();
    });
    await expect.element(card('Sold')).not.toBeInTheDocument();
  });

  test('takes a line for each part without guests or entries on a phone, and no arrow stands alone', async () => {
    await page.viewport(390, 844);
    await openDashboard();
    const names = ['Birthdays', 'Call back', 'Redeemed', 'Posted', 'Sold'];
    await expect.element(card('Birthdays')).toBeVisible();
    for (const name of names) expect(card(name).element().getBoundingClientRect().height, name).toBeLessThan(60);
    await expect.element(card('Birthdays').getByRole('link')).toHaveProperty('textContent', 'Next 7 days\u00a0→');
  });

  test('is that of the hotel chosen on this device, where a user has several', async () => {
    await openDashboard({ ...FRONT_DESK, hotels: [HOTELS[0], HOTELS[1]] });
    await page.getByRole('combobox', { name: 'Your hotel' }).click();
    await page.getByRole('option', { name: /Semarang/ }).click();
    await expect.element(card('Birthdays')).toMatchTextContent('No birthday today.');
    await expectQuery('GET /api/shift/day').toEqual({ hotel_id: '2' });
  });

  test('is not shown to head office, nor to a user who serves no guests', async () => {
    await openDashboard({});
    await expect.element(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await expect.element(day).not.toBeInTheDocument();
    await openDashboard({ ...FRONT_DESK, roles: ['VIEW_DASHBOARD', 'VIEW_MEMBER'] });
    await expect.element(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    expect(await findRequests('GET /api/shift/day')).toEqual([]);
  });

  test('is below the search box for an outlet without a dashboard', async () => {
    mockResponse('GET /api/shift/day', { data: fullDay() });
    mockOneHotel();
    const roles = ['VIEW_MEMBER', 'VIEW_VISIT', 'STORE_VISIT', 'VIEW_VOUCHER_REDEEM', 'STORE_VOUCHER_REDEEM'];
    await openConsole('/', { user: { ...FRONT_DESK, roles } });
    await expect.element(card('Birthdays')).toMatchTextContent('Budi Santoso');
    await expect.element(card('Posted')).toMatchTextContent('Ratna Kusuma');
    await expect.element(day.getByRole('link', { name: /Hand over the shift/ })).toBeVisible();
  });
});
