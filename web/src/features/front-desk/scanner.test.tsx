import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CAKE_VOUCHER, DINNER_VOUCHER, deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { pressAtOnce } from '../../testing/keys.ts';
import { STANDING } from '../../testing/member-overview.ts';
import { HttpResponse, mockResponse, recordsOf, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { searchResponse } from '../../testing/palette.ts';
import { expectQuery, findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { deskSearchBox } from '../../testing/scanner.ts';

const REDEEM_PATH = '/finance/voucher-redeem/wizard';
const VISIT_PATH = '/finance/visit/quick';
const user = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VISIT', 'DELETE_VOUCHER_REDEEM'] };
const SECOND_CARD = '6010999988887777';
const SECOND_GUEST = deskGuest(
  { id: 8, name: 'Budi Santoso' },
  {
    card: {
      sbec_no: SECOND_CARD,
      membership: { id: 1, name: 'Laksmira Gold' },
      end_date: '2026-12-31',
      is_active: true,
      benefits: '',
    },
  },
);
const guestHeading = (name: string) => page.getByRole('heading', { name });
const bookingNumber = page.getByRole('textbox', { name: 'Booking number' });
const billNumber = page.getByRole('textbox', { name: 'Bill number' });

beforeEach(() => {
  mockOneHotel();
  mockDesk(deskGuest(), SECOND_GUEST);
  mockResponse('GET /api/member/7/standing', { data: STANDING });
  setRecords('visit', []);
  mockResponse('POST /api/visit', () => {
    const visit = row('visit', 41, { visit_no: 'V41', currency: 'IDR', reference_no: 'BILL-9' });
    recordsOf('visit').unshift(visit);
    return HttpResponse.json({ data: visit }, { status: 201 });
  });
});

/** The first characters come at once, which shows that a scanner types; the rest as the browser delivers it. */
async function scanQuickly(code: string): Promise<void> {
  pressAtOnce(...code.slice(0, 3));
  await userEvent.keyboard(code.slice(3));
}

const leaveFields = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

describe('a scanned card reaches the search box from its first character on', () => {
  test.for([
    [REDEEM_PATH, 'the page', leaveFields],
    [VISIT_PATH, 'the page', leaveFields],
    [REDEEM_PATH, 'a button', () => page.getByRole('button', { name: 'Find' }).element().focus()],
    [VISIT_PATH, 'a button', () => page.getByRole('button', { name: 'Find' }).element().focus()],
  ] as const)('on %s, with the focus on %s', async ([path, , moveFocus]) => {
    await openConsole(path, { user });
    await expect.element(deskSearchBox()).toHaveFocus();
    moveFocus();
    await expect.element(deskSearchBox()).not.toHaveFocus();
    await scanQuickly(SECOND_CARD);
    await expect.element(deskSearchBox()).toHaveFocus();
    await expect.element(deskSearchBox()).toHaveValue(SECOND_CARD);
    await userEvent.keyboard('{Enter}');
    await expect.element(guestHeading('Budi Santoso')).toBeVisible();
  });

  test('while the vouchers of another guest have the focus, whose digits choose one', async () => {
    mockResponse('GET /api/search', () => searchResponse());
    await openConsole(`${REDEEM_PATH}/7`, { user });
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toHaveFocus();
    // The 1 would choose the first voucher.
    await scanQuickly('1234');
    await expect.element(deskSearchBox()).toHaveValue('1234');
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).not.toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No guest found for “1234”.')).toBeVisible();
  });

  test('on a completed redemption, as the next guest', async () => {
    await openConsole(`${REDEEM_PATH}/7/1`, { user });
    await bookingNumber.fill('B-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toHaveFocus();
    pressAtOnce(...SECOND_CARD, 'Enter');
    await expect.element(guestHeading('Budi Santoso')).toBeVisible();
    await expectQuery('GET /api/voucher_redeem/counter').toMatchObject({ q: SECOND_CARD });
  });

  test('but stays in a field into which it is scanned', async () => {
    await openConsole(`${REDEEM_PATH}/7/1`, { user });
    await expect.element(bookingNumber).toHaveFocus();
    await userEvent.keyboard('20260000');
    await expect.element(bookingNumber).toHaveValue('20260000');
    await expect.element(deskSearchBox()).toHaveValue('');
  });
});

describe('keys of a person', () => {
  test('still choose a voucher', async () => {
    await openConsole(`${REDEEM_PATH}/7`, { user });
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toHaveFocus();
    pressAtOnce('2');
    await expect.element(page.getByRole('checkbox', { name: 'Birthday cake' })).toBeChecked();
    await expect.element(bookingNumber).toHaveFocus();
    await expect.element(bookingNumber).toHaveValue('');
  });

  test('are typed into the field that the first of them has focused', async () => {
    await openConsole(`${REDEEM_PATH}/7`, { user });
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toHaveFocus();
    pressAtOnce('2', 'B');
    await expect.element(bookingNumber).toHaveValue('B');
    await expect.element(page.getByRole('checkbox', { name: 'Birthday cake' })).toBeChecked();
  });
});

describe('after Undo', () => {
  test('of a redemption the focus is on the vouchers of the same guest', async () => {
    mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER] }));
    await openConsole(`${REDEEM_PATH}/7`, { user });
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bookingNumber).toHaveFocus();
    await userEvent.keyboard('B-1{Enter}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alertdialog').getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
    await page.getByRole('button', { name: 'Void redemption' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toHaveFocus();
  });

  test('of a visit the focus is in the form of the same guest’s bill', async () => {
    await openConsole(`${VISIT_PATH}?member_id=7`, { user });
    await billNumber.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(guestHeading('Ratna Kusuma')).toBeVisible();
    await expect.element(billNumber).toHaveFocus();
    expect(await findRequests('DELETE /api/visit/41')).toHaveLength(1);
  });
});
