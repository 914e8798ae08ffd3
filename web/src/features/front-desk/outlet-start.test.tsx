import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { HOTELS, type UserValues } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { expectQuery, requests } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { row } from '../../testing/rows.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const ROLES = ['VIEW_SEARCH', 'VIEW_VISIT', 'STORE_VISIT', 'VIEW_VOUCHER_REDEEM', 'STORE_VOUCHER_REDEEM'];
const outlet = (roles = ROLES): UserValues => ({
  role: 'user',
  displayName: 'Yoga Pratama',
  access_level: 'property',
  hotels: [HOTELS[0]],
  roles,
});
const redemption = row('voucher_redeem', 31, {
  redeem_no: 'R31',
  member: { id: 7, name: 'Ratna Kusuma' },
  member_voucher: { id: 2, voucher_no: 'V2', voucher: { id: 1, name: 'Birthday cake' } },
  staff_name: 'Yoga',
});
const main = page.getByRole('main');
const daily = main.getByRole('navigation', { name: 'Every day' });

function mockToday(): void {
  mockOneHotel();
  setRecords('voucher_redeem', [redemption]);
  setRecords('visit', [
    row('visit', 41, { grand_total: '1500000.000', currency: 'IDR', member: { id: 7, name: 'Ratna Kusuma' } }),
  ]);
}

describe('a user without a dashboard', () => {
  test('starts with the box, two large links and their own entries of today', async () => {
    mockToday();
    await openConsole('/', { user: outlet() });
    await expect.element(page.getByRole('heading', { name: 'Welcome to Innkeeper, Yoga Pratama' })).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
    await expect.element(deskSearchBox()).toHaveFocus();
    await expect.element(daily.getByRole('link', { name: /^Redeem/ })).toBeVisible();
    await expect
      .element(daily.getByRole('link', { name: /^Post a visit/ }))
      .toHaveAttribute('href', '/finance/visit/quick');
    await expect
      .element(main.getByRole('region', { name: 'Redeemed by you today' }).getByRole('listitem'))
      .toMatchTextContent('Birthday cake');
    await expect
      .element(main.getByRole('region', { name: 'Posted by you today' }).getByRole('listitem'))
      .toMatchTextContent('Ratna Kusuma');
    for (const key of ['voucher_redeem', 'visit'])
      expect((await requests(`GET /api/${key}`)).at(-1)?.query).toMatchObject({
        created_by_id: '1',
        'filter[created_at][preset]': 'today',
      });
    // Undo requires the permission to void.
    await expect.element(main.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
    await expectAccessible();
    await expectTextsToFit();
  });

  test("can scan immediately and gets the guest's screen", async () => {
    mockToday();
    mockDesk(deskGuest());
    await openConsole('/', { user: outlet() });
    await scan('6010123412341234');
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    expect(location.pathname).toBe('/finance/voucher-redeem/wizard');
    await expectQuery('GET /api/voucher_redeem/counter').toMatchObject({ q: '6010123412341234' });
  });

  test('starts on the page for visits if they may only post visits, and sees nothing else', async () => {
    mockToday();
    mockDesk(deskGuest());
    await openConsole('/', { user: outlet(['STORE_VISIT']) });
    await expect.element(daily.getByRole('link')).toHaveLength(1);
    await scan('6010123412341234');
    await expect.element(page.getByRole('textbox', { name: 'Bill number' })).toHaveFocus();
    expect(location.pathname).toBe('/finance/visit/quick');
    for (const call of ['GET /api/voucher_redeem', 'GET /api/visit']) expect(await requests(call)).toEqual([]);
  });

  test('finds the pages of the menu if there is no front desk', async () => {
    await openConsole('/', { user: outlet(['VIEW_MEMBER']) });
    await expect.element(daily.getByRole('link', { name: 'Members' })).toBeVisible();
    await expect.element(deskSearchBox()).not.toBeInTheDocument();
  });
});
