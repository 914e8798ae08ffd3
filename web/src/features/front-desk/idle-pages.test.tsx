import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signOut } from '../../session/session.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { mockSales } from '../../testing/sale-offers.ts';
import { router } from '../../shell/router.tsx';

const REDEEM_PATH = '/finance/voucher-redeem/wizard';
const MANAGER = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VOUCHER_REDEEM'] };
/** Session storage key of the last guests. */
const STORAGE_KEY = 'innkeeper.last-guests';
const mainRegion = (name: string) => page.getByRole('main').getByRole('region', { name });

function mockDeskDay(): void {
  mockOneHotel();
  mockSales();
  mockDesk(deskGuest());
  mockCallLists([memberToCall(1, { due_on: '2026-05-22', turns: 40 })]);
  setRecords('voucher_redeem', [
    row('voucher_redeem', 31, {
      redeem_no: 'R31',
      member: { id: 7, name: 'Ratna Kusuma' },
      member_voucher: {
        id: 2,
        voucher_no: 'V2',
        voucher: { id: 1, name: 'Birthday cake', name_id: 'Kue ulang tahun' },
      },
    }),
  ]);
}

describe('a page that waits for a guest', () => {
  test("lists today's redemptions at this hotel and voids one with a reason", async () => {
    mockDeskDay();
    await openConsole(REDEEM_PATH, { user: MANAGER });
    await expect.element(mainRegion('Redeemed here today').getByRole('listitem')).toMatchTextContent('Ratna Kusuma');
    await expectQuery('GET /api/voucher_redeem').toMatchObject({
      redeem_hotel_id: '1',
      'filter[created_at][preset]': 'today',
    });
    await expectAccessible();
    await page.getByRole('button', { name: 'Undo R31' }).click();
    await page.getByRole('alertdialog').getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
    await page.getByRole('button', { name: 'Void redemption' }).click();
    await expect.element(page.getByText('Redemption R31 voided.')).toBeVisible();
    await expect.element(mainRegion('Redeemed here today')).not.toBeInTheDocument();
    expect(await findRequests('DELETE /api/voucher_redeem/31')).toHaveLength(1);
  });

  for (const path of ['/company/search', '/finance/transaction/wizard'])
    test(`lists today’s redemptions of the front desk in the user’s language: ${path}`, async () => {
      mockDeskDay();
      await openConsole(path, { user: FRONT_DESK, language: 'id' });
      await expect
        .element(mainRegion('Ditukar di sini hari ini').getByRole('link'))
        .toHaveTextContent('Kue ulang tahun');
      await expectQuery('GET /api/voucher_redeem').toMatchObject({ redeem_hotel_id: '1' });
    });

  for (const path of [REDEEM_PATH, '/company/search', '/finance/transaction/wizard'])
    test(`lists the week's birthdays: ${path}`, async () => {
      mockDeskDay();
      await openConsole(path, { user: FRONT_DESK });
      await expect.element(mainRegion('Birthdays, next 7 days').getByRole('link')).toMatchTextContent('turns 40');
    });

  test('never squeezes a name in a narrow column', async () => {
    await page.viewport(1024, 800);
    mockDeskDay();
    await openConsole('/finance/transaction/wizard', { user: FRONT_DESK });
    const name = mainRegion('Birthdays, next 7 days').getByText('Bagus Kontak 1');
    await expect.element(name).toBeVisible();
    expect(name.element().getBoundingClientRect().width).toBeGreaterThan(90);
  });

  test('links to the guests of this session, and forgets them when it ends', async () => {
    mockDeskDay();
    await openConsole(`${REDEEM_PATH}/7`, { user: FRONT_DESK });
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await router.navigate({ to: '/company/search' });
    await expect.element(mainRegion('Recent guests here').getByRole('button')).toMatchTextContent('6010123412341234');
    await router.navigate({ href: REDEEM_PATH });
    await mainRegion('Recent guests here').getByRole('button', { name: 'Ratna Kusuma' }).click();
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    expect(location.pathname).toBe(`${REDEEM_PATH}/7`);
    expect(sessionStorage.getItem(STORAGE_KEY)).toBe('{"user":1,"ids":[7]}');
    await signOut();
    expect(sessionStorage.getItem(STORAGE_KEY)).toBeNull();
    await openConsole(REDEEM_PATH, { user: FRONT_DESK });
    await expect.element(mainRegion('Birthdays, next 7 days')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(mainRegion('Recent guests here')).not.toBeInTheDocument();
  });

  test("restores the last guests by id after a reload, but not another user's", async () => {
    mockDeskDay();
    setRecords('member', [row('member', 5, { first_name: 'Bagus', last_name: 'Santoso' })]);
    await openConsole('/dashboard', { user: { ...FRONT_DESK, id: 3 } });
    sessionStorage.setItem(STORAGE_KEY, '{"user":3,"ids":[5]}');
    await router.navigate({ to: '/company/search' });
    await expect.element(mainRegion('Recent guests here').getByRole('button', { name: 'Bagus Santoso' })).toBeVisible();
    await router.navigate({ to: '/dashboard' });
    sessionStorage.setItem(STORAGE_KEY, '{"user":4,"ids":[5]}');
    await router.navigate({ to: '/company/search' });
    await expect.element(mainRegion('Birthdays, next 7 days')).toBeVisible();
    await expect.element(mainRegion('Recent guests here')).not.toBeInTheDocument();
  });

  test('requests nothing the user may not see', async () => {
    mockDeskDay();
    await openConsole(REDEEM_PATH, { user: { ...FRONT_DESK, roles: ['STORE_VOUCHER_REDEEM'] } });
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    for (const call of ['GET /api/voucher_redeem', 'GET /api/work_list/birthday'])
      expect(await findRequests(call)).toEqual([]);
  });
});
