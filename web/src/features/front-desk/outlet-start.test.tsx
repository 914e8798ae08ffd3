import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { HOTELS, type UserValues } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, recordsOf, setRecords } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { row } from '../../testing/rows.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const OUTLET_ROLES = ['VIEW_SEARCH', 'VIEW_VISIT', 'STORE_VISIT', 'VIEW_VOUCHER_REDEEM', 'STORE_VOUCHER_REDEEM'];
const createOutletUser = (roles = OUTLET_ROLES): UserValues => ({
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
const dailyLinks = main.getByRole('navigation', { name: 'Every day' });

function mockEntriesOfToday(): void {
  mockOneHotel();
  setRecords('voucher_redeem', [redemption]);
  setRecords('visit', [
    row('visit', 41, { grand_total: '1500000.000', currency: 'IDR', member: { id: 7, name: 'Ratna Kusuma' } }),
  ]);
}

describe('a user without a dashboard', () => {
  test('starts with the search box, two large links and their own entries of today', async () => {
    mockEntriesOfToday();
    await openConsole('/', { user: createOutletUser() });
    await expect.element(page.getByRole('heading', { name: 'Welcome to Innkeeper, Yoga Pratama' })).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
    await expect.element(deskSearchBox()).toHaveFocus();
    await expect.element(dailyLinks.getByRole('link', { name: /^Redeem/ })).toBeVisible();
    await expect
      .element(dailyLinks.getByRole('link', { name: /^Post a visit/ }))
      .toHaveAttribute('href', '/finance/visit/quick');
    await expect
      .element(main.getByRole('region', { name: 'Redeemed by you today' }).getByRole('listitem'))
      .toMatchTextContent('Birthday cake');
    await expect
      .element(main.getByRole('region', { name: 'Posted by you today' }).getByRole('listitem'))
      .toMatchTextContent(/Ratna Kusuma.*Rp\. 1,500,000\.000/);
    for (const key of ['voucher_redeem', 'visit'])
      expect((await findRequests(`GET /api/${key}`)).at(-1)?.query).toMatchObject({
        created_by_id: '1',
        'filter[created_at][preset]': 'today',
      });
    // Undo requires the permission to void.
    await expect.element(main.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
    await expectAccessible();
    await expectTextsToFit();
  });

  test('moves from a voided redemption to the next, and after the last to the search', async () => {
    const redemptions = [31, 32, 33].map((id) => ({ ...redemption, id, redeem_no: `R${id}` }));
    mockEntriesOfToday();
    setRecords('voucher_redeem', redemptions);
    mockResponse('DELETE /api/voucher_redeem/:id', ({ params }) => {
      setRecords(
        'voucher_redeem',
        recordsOf('voucher_redeem').filter(({ id }) => id !== Number(params['id'])),
      );
      return HttpResponse.json({ data: redemption });
    });
    await openConsole('/', { user: createOutletUser([...OUTLET_ROLES, 'DELETE_VOUCHER_REDEEM']) });
    const undoButton = (id: number) => main.getByRole('button', { name: `Undo R${id}` });
    const voidRedemption = async (id: number) => {
      await undoButton(id).click();
      await page.getByRole('alertdialog').getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Void redemption' }).click();
      await expect.element(undoButton(id)).not.toBeInTheDocument();
    };
    await voidRedemption(31);
    await expect.element(undoButton(32)).toHaveFocus();
    await voidRedemption(33);
    await expect.element(main.getByRole('heading', { name: 'Redeemed by you today' })).toHaveFocus();
    await voidRedemption(32);
    await expect.element(deskSearchBox()).toHaveFocus();
  });

  test('can scan a card immediately and sees the guest', async () => {
    mockEntriesOfToday();
    mockDesk(deskGuest());
    await openConsole('/', { user: createOutletUser() });
    await scan('6010123412341234');
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    expect(location.pathname).toBe('/finance/voucher-redeem/wizard');
    await expectQuery('GET /api/voucher_redeem/counter').toMatchObject({ q: '6010123412341234' });
  });

  test('starts on the page for visits if that is their only permission', async () => {
    mockEntriesOfToday();
    mockDesk(deskGuest());
    await openConsole('/', { user: createOutletUser(['STORE_VISIT']) });
    await expect.element(dailyLinks.getByRole('link')).toHaveLength(1);
    await scan('6010123412341234');
    await expect.element(page.getByRole('textbox', { name: 'Bill number' })).toHaveFocus();
    expect(location.pathname).toBe('/finance/visit/quick');
    for (const call of ['GET /api/voucher_redeem', 'GET /api/visit']) expect(await findRequests(call)).toEqual([]);
  });

  test('sees links to the pages of the menu without permissions for the front desk', async () => {
    await openConsole('/', { user: createOutletUser(['VIEW_MEMBER']) });
    await expect.element(dailyLinks.getByRole('link', { name: 'Members' })).toBeVisible();
    await expect.element(deskSearchBox()).not.toBeInTheDocument();
  });
});
