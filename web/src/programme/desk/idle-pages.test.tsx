import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signOut } from '../../session/session.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { memberToCall, playWorkLists } from '../../testing/members-to-call.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { expectAsked, requests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { playSales } from '../../testing/sale-offers.ts';
import { router } from '../../shell/router.tsx';

const REDEEM = '/finance/voucher-redeem/wizard';
const MANAGER = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VOUCHER_REDEEM'] };
/** The tab keeps its last guests here. */
const KEPT = 'innkeeper.last-guests';
const region = (name: string) => page.getByRole('main').getByRole('region', { name });

function play(): void {
  playOneHotel();
  playSales();
  playCounter(counterGuest());
  playWorkLists([memberToCall(1, { due_on: '2026-05-22', turns: 40 })]);
  keepRecords('voucher_redeem', [
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
  test('tells what was redeemed at this hotel today, and takes it back with a reason', async () => {
    play();
    await openConsole(REDEEM, { user: MANAGER });
    await expect.element(region('Redeemed here today').getByRole('listitem')).toMatchTextContent('Ratna Kusuma');
    await expectAsked('GET /api/voucher_redeem').toMatchObject({
      redeem_hotel_id: '1',
      'filter[created_at][preset]': 'today',
    });
    await expectAccessible();
    await page.getByRole('button', { name: 'Undo R31' }).click();
    await page.getByRole('alertdialog').getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
    await page.getByRole('button', { name: 'Void the redemption' }).click();
    await expect.element(page.getByText('Redemption R31 was voided.')).toBeVisible();
    await expect.element(region('Redeemed here today')).not.toBeInTheDocument();
    expect(await requests('DELETE /api/voucher_redeem/31')).toHaveLength(1);
  });

  for (const path of ['/company/search', '/finance/transaction/wizard'])
    test(`tells what the whole desk redeemed today, in the reader’s language: ${path}`, async () => {
      play();
      await openConsole(path, { user: FRONT_DESK, language: 'id' });
      await expect.element(region('Ditukar di sini hari ini').getByRole('link')).toHaveTextContent('Kue ulang tahun');
      await expectAsked('GET /api/voucher_redeem').toMatchObject({ redeem_hotel_id: '1' });
    });

  for (const path of [REDEEM, '/company/search', '/finance/transaction/wizard'])
    test(`names the birthdays of the week: ${path}`, async () => {
      play();
      await openConsole(path, { user: FRONT_DESK });
      await expect.element(region('Birthdays, next 7 days').getByRole('link')).toMatchTextContent('turns 40');
    });

  test('never squeezes a name, however narrow its column is', async () => {
    await page.viewport(1024, 800);
    play();
    await openConsole('/finance/transaction/wizard', { user: FRONT_DESK });
    const name = region('Birthdays, next 7 days').getByText('Bagus Kontak 1');
    await expect.element(name).toBeVisible();
    expect(name.element().getBoundingClientRect().width).toBeGreaterThan(90);
  });

  test('leads back to the guests of this session, which forgets them at its end', async () => {
    play();
    await openConsole(`${REDEEM}/7`, { user: FRONT_DESK });
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await router.navigate({ to: '/company/search' });
    await expect.element(region('Last guests here').getByRole('button')).toMatchTextContent('6010123412341234');
    await router.navigate({ href: REDEEM });
    await region('Last guests here').getByRole('button', { name: 'Ratna Kusuma' }).click();
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    expect(location.pathname).toBe(`${REDEEM}/7`);
    expect(sessionStorage.getItem(KEPT)).toBe('{"user":1,"ids":[7]}');
    await signOut();
    expect(sessionStorage.getItem(KEPT)).toBeNull();
    await openConsole(REDEEM, { user: FRONT_DESK });
    await expect.element(region('Birthdays, next 7 days')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(region('Last guests here')).not.toBeInTheDocument();
  });

  test('knows the last guests after a reload by their numbers, but not those of another user', async () => {
    play();
    keepRecords('member', [row('member', 5, { first_name: 'Bagus', last_name: 'Santoso' })]);
    await openConsole('/dashboard', { user: { ...FRONT_DESK, id: 3 } });
    sessionStorage.setItem(KEPT, '{"user":3,"ids":[5]}');
    await router.navigate({ to: '/company/search' });
    await expect.element(region('Last guests here').getByRole('button', { name: 'Bagus Santoso' })).toBeVisible();
    await router.navigate({ to: '/dashboard' });
    sessionStorage.setItem(KEPT, '{"user":4,"ids":[5]}');
    await router.navigate({ to: '/company/search' });
    await expect.element(region('Birthdays, next 7 days')).toBeVisible();
    await expect.element(region('Last guests here')).not.toBeInTheDocument();
  });

  test('asks for nothing that the user may not see', async () => {
    play();
    await openConsole(REDEEM, { user: { ...FRONT_DESK, roles: ['STORE_VOUCHER_REDEEM'] } });
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    for (const call of ['GET /api/voucher_redeem', 'GET /api/work_list/birthday'])
      expect(await requests(call)).toEqual([]);
  });
});
