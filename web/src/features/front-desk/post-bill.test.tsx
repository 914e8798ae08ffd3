// Core test: every bill.
import { message, formatMessage } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockDeskIn, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { CAN_RENEW } from '../../testing/member-eligibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import {
  HttpResponse,
  mockResponse,
  networkError,
  setRecords,
  recordsOf,
  rejection,
} from '../../testing/mock-server.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';
import { createdNowValues, row } from '../../testing/rows.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/visit/quick';
const POST_CALL = 'POST /api/visit';
const LABELS = {
  en: { posted: 'Rp. 1,500,000 posted for Ratna Kusuma (V41).', progress: '6 of 8 visits to Laksmira Platinum.' },
  id: { posted: 'Rp. 1,500,000 dicatat untuk Ratna Kusuma (V41).', progress: '6 dari 8 kunjungan' },
};
const billNumber = page.getByRole('textbox', { name: 'Bill number' });
const remarkInput = page.getByRole('textbox', { name: 'Remark' });
const postButton = page.getByRole('button', { name: 'Post', exact: true });
const postedNotice = page.getByRole('status').filter({ hasText: 'posted for' });

const standing: Standing = {
  member: { id: 7, name: 'Ratna Kusuma' },
  day: '2026-05-04',
  standing: 'active',
  membership: { id: 1, name: 'Laksmira Gold' },
  card: null,
  next_card: null,
  manual_tier: null,
  visits: { counting: 'per-bill', counted: 6, complimentary: 0, total: 6 },
  maintain: null,
  upgrade: { required: 8, missing: 2, by: '2026-12-31', to: { id: 2, name: 'Laksmira Platinum' }, is_waiting: false },
  counted: [],
  not_counted: [],
  vouchers: [],
  renewal: null,
  may: CAN_RENEW,
};
/** Stores the bill as the server does, and responds with it. */
const storeBill = () => {
  const visit = row('visit', 41, {
    visit_no: 'V41',
    grand_total: '1500000.000',
    currency: 'IDR',
    reference_no: 'BILL-9',
  });
  recordsOf('visit').unshift(visit);
  return HttpResponse.json({ data: visit }, { status: 201 });
};

beforeEach(() => {
  mockOneHotel();
  setRecords('visit', []);
  mockDesk(deskGuest(), deskGuest({ id: 8, is_elsewhere: true }, { card: null }));
  mockResponse('GET /api/member/7/standing', { data: standing });
  mockResponse(POST_CALL, storeBill);
});

async function openForMember(memberId: number): Promise<void> {
  await openConsole(`${PATH}?member_id=${memberId}`, { user: FRONT_DESK });
  await expect.element(billNumber).toHaveFocus();
}

describe('posting a bill by keyboard', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`returns to the search box for the next card: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openConsole(PATH, { user: FRONT_DESK, language, theme });
      await scan('6010123412341234');
      await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
      await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('reference_no');
      await userEvent.keyboard('BILL-9{Tab}1000000{Tab}{Tab}500000');
      await expect.element(page.getByRole('status').filter({ hasText: 'Rp. 1,500,000.000' })).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard('{Enter}');
      const notice = page.getByRole('status').filter({ hasText: LABELS[language].posted });
      await expect.element(notice).toMatchTextContent(LABELS[language].progress);
      await expect.element(deskSearchBox()).toHaveFocus();
      await expect.element(deskSearchBox()).toHaveValue('');
      await expect
        .element(page.getByRole('listitem').filter({ hasText: 'BILL-9' }))
        .toMatchTextContent('Rp. 1,500,000.000');
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const { body, headers } = await waitForRequest(POST_CALL);
      expect(body).toEqual({
        hotel_id: 1,
        member_id: 7,
        reference_no: 'BILL-9',
        total_fb: '1000000',
        total_others: '500000',
        staff_name: 'Dewi Anggraini',
        remark: null,
      });
      expect(headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
      expect(await findRequests(POST_CALL)).toHaveLength(1);
      await expectQuery('GET /api/visit').toEqual({ created_by_id: '1', sort: '-id', per_page: '10' });
    });
});

async function postBill(): Promise<void> {
  await billNumber.fill('BILL-9');
  await page.getByRole('textbox', { name: 'Rooms' }).fill('1500000');
  await userEvent.keyboard('{Enter}');
  await expect.element(postedNotice).toBeVisible();
}

describe('a bill', () => {
  test("is posted for another hotel's guest without loading the member's status", async () => {
    await openForMember(8);
    await postBill();
    expect((await waitForRequest(POST_CALL)).body).toMatchObject({ member_id: 8, total_room: '1500000' });
    expect(await findRequests('GET /api/member/8/standing')).toEqual([]);
  });

  test('is undone immediately with the permission to delete if it has the wrong guest', async () => {
    const roles = [...(FRONT_DESK.roles ?? []), 'DELETE_VISIT'];
    await openConsole(`${PATH}?member_id=7`, { user: { ...FRONT_DESK, roles } });
    await postBill();
    await postedNotice.getByRole('button', { name: 'Undo' }).click();
    await expect.element(postedNotice).not.toBeInTheDocument();
    await expect.element(page.getByText('Visit V41 deleted.')).toBeVisible();
    expect((await waitForRequest('DELETE /api/visit/41')).headers.get('If-Unmodified-Since-Version')).toBe('1');
  });

  test('shows readable lines on a phone, with the buttons below', async () => {
    await page.viewport(390, 844);
    await openForMember(7);
    await postBill();
    const textRect = postedNotice.getByText('posted for').element().getBoundingClientRect();
    expect(textRect.width).toBeGreaterThan(390 / 2);
    const printButton = postedNotice.getByRole('button', { name: 'Print receipt' }).element();
    expect(printButton.getBoundingClientRect().top).toBeGreaterThanOrEqual(textRect.bottom);
  });

  test('has a mail that its author can resend', async () => {
    const mail = { data: { recipient: 'ratna@example.test', delivery_status: 'queued' } };
    mockResponse('GET /api/visit/41/mail', mail);
    mockResponse('POST /api/visit/41/mail', mail);
    await openForMember(7);
    await postBill();
    await postedNotice.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Email to ratna@example.test is being sent again.')).toBeVisible();
    expect(await findRequests('POST /api/visit/41/mail')).toHaveLength(1);
  });

  test('is undone by its author without the delete permission, but not restored', async () => {
    mockResponse(POST_CALL, () => {
      const visit = row('visit', 41, { visit_no: 'V41', currency: 'IDR', ...createdNowValues() });
      recordsOf('visit').unshift(visit);
      return HttpResponse.json({ data: visit }, { status: 201 });
    });
    await openForMember(7);
    await postBill();
    await postedNotice.getByRole('button', { name: 'Undo' }).click();
    const message = page.getByText('Visit V41 deleted.');
    await expect.element(message).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('cannot be undone later without the delete permission', async () => {
    await openForMember(7);
    await postBill();
    await expect.element(postedNotice.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('requires its number and a staff name, with an error at the field', async () => {
    await openForMember(7);
    await userEvent.keyboard('{Enter}');
    await expect.element(billNumber).toHaveAccessibleDescription('This field is required.');
    await expect.element(billNumber).toHaveFocus();
    await billNumber.fill('BILL-9');
    const staffInput = page.getByRole('textbox', { name: 'Staff name' });
    await staffInput.fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(staffInput).toHaveAccessibleDescription('This field is required.');
    await expect.element(staffInput).toHaveFocus();
    expect(await findRequests(POST_CALL)).toEqual([]);
  });

  test('is posted without an amount, and the notice says that it does not count yet', async () => {
    const noAmounts = { total_fb: null, total_room: null, total_others: null, grand_total: null };
    mockResponse(POST_CALL, () => {
      const visit = row('visit', 41, { visit_no: 'V41', currency: 'IDR', reference_no: 'BILL-9', ...noAmounts });
      recordsOf('visit').unshift(visit);
      return HttpResponse.json({ data: visit }, { status: 201 });
    });
    await openForMember(7);
    await billNumber.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(postedNotice)
      .toMatchTextContent('V41 posted for Ratna Kusuma without an amount. It counts once the amount is entered.');
    await expect.element(page.getByRole('listitem').filter({ hasText: 'BILL-9' })).toBeVisible();
    expect((await waitForRequest(POST_CALL)).body).not.toHaveProperty('total_fb');
    await expectAccessible();
  });

  test('is rejected at its first amount if it is zero', async () => {
    mockResponse(POST_CALL, () =>
      rejection(422, 'validation_failed', { errors: { total_fb: [formatMessage(message('empty_bill'), 'en')] } }),
    );
    await openForMember(7);
    await billNumber.fill('BILL-9');
    const foodInput = page.getByRole('textbox', { name: 'Food and beverages' });
    await foodInput.fill('0');
    await userEvent.keyboard('{Enter}');
    await expect.element(foodInput).toHaveAccessibleDescription(/^A bill must be above 0\./);
    await expect.element(foodInput).toHaveFocus();
  });

  test('requires a reason from two days late on, and indicates it beforehand', async () => {
    await openForMember(7);
    await billNumber.fill('BILL-9');
    await page.getByText('Change date or add a note').click();
    await expect.element(remarkInput).not.toBeRequired();
    const visitDate = page.getByRole('textbox', { name: 'Visit date' });
    // The hotel's day is 4 May.
    await visitDate.fill('2026-05-03');
    await userEvent.tab();
    await expect.element(remarkInput).not.toBeRequired();
    await visitDate.fill('2026-05-02');
    await userEvent.tab();
    await expect.element(remarkInput).toBeRequired();
    await expect.element(page.getByText('This bill is at least two days old.').first()).toBeVisible();
    await postButton.click();
    await expect.element(remarkInput).toHaveFocus();
    expect(await findRequests(POST_CALL)).toEqual([]);
    await remarkInput.fill('The outlet’s machine was down');
    await postButton.click();
    await expect.element(postedNotice).toBeVisible();
    expect((await waitForRequest(POST_CALL)).body).toMatchObject({
      remark: 'The outlet’s machine was down',
      visit_date: expect.stringContaining('2026-05-02'),
    });
  });

  test('is dated in the zone of the hotel, which is named', async () => {
    mockDeskIn('Asia/Jayapura', deskGuest());
    await openForMember(7);
    await page.getByText('Change date or add a note').click();
    const visitDate = page.getByRole('textbox', { name: 'Visit date' });
    const time = page.getByRole('textbox', { name: 'Time', exact: true });
    await expect.element(page.getByText('WIT', { exact: true })).toBeVisible();
    // Early on 3 May at the hotel, which is a day before its 4 May, is late on 2 May in this browser.
    await visitDate.fill('2026-05-03');
    await userEvent.tab();
    await time.fill('0130');
    await userEvent.tab();
    await expect.element(visitDate).toHaveValue('03 May 2026');
    await expect.element(time).toHaveValue('01:30');
    await expect.element(remarkInput).not.toBeRequired();
    await billNumber.fill('BILL-9');
    await postButton.click();
    await expect.element(postedNotice).toBeVisible();
    expect((await waitForRequest(POST_CALL)).body).toMatchObject({ visit_date: '2026-05-02 23:30:00' });
  });

  test('is rejected at its number if it was posted before', async () => {
    mockResponse(POST_CALL, () =>
      rejection(422, 'validation_failed', { errors: { reference_no: [formatMessage(message('taken'), 'en')] } }),
    );
    await openForMember(7);
    await billNumber.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await expect.element(billNumber).toHaveAccessibleDescription('This bill is already posted.');
    await expect.element(billNumber).toHaveFocus();
    await expectAccessible();
  });

  test('does not mention vouchers as a way to find guests', async () => {
    mockDesk();
    mockResponse('GET /api/search', { data: { members: [], vouchers: [] } });
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('nobody is called so');
    await expect.element(page.getByText(/^A complete card, phone or email finds guests of every hotel/)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await userEvent.keyboard('?');
    const helpDialog = page.getByRole('dialog', { name: 'Help: Post a visit' });
    await expect.element(helpDialog.getByText('Go to card or name search')).toBeVisible();
  });

  test('is resent with the same key after a lost response', async () => {
    mockResponse(POST_CALL, networkError);
    await openForMember(7);
    await billNumber.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('We didn’t get an answer.');
    mockResponse(POST_CALL, storeBill);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(postedNotice).toBeVisible();
    const [firstRequest, retryRequest, ...otherRequests] = await findRequests(POST_CALL);
    expect(otherRequests).toEqual([]);
    expect(retryRequest?.body).toEqual(firstRequest?.body);
    expect(retryRequest?.headers.get('idempotency-key')).toBe(firstRequest?.headers.get('idempotency-key'));
  });

  test('can be posted with one thumb on a phone: the button is visible', async () => {
    await page.viewport(390, 844);
    await openForMember(7);
    await billNumber.fill('BILL-9');
    await expect.element(postButton).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await postButton.click();
    await expect.element(postedNotice).toBeVisible();
  });
});
