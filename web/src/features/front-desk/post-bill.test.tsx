// Core test: every bill.
import { message, sentence } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { CAN_RENEW } from '../../testing/member-eligibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, broken, setRecords, recordsOf, rejection } from '../../testing/mock-server.ts';
import { expectQuery, requests, sent } from '../../testing/requests.ts';
import { justCreated, row } from '../../testing/rows.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/visit/quick';
const CALL = 'POST /api/visit';
const labels = {
  en: { posted: 'Rp. 1,500,000 posted for Ratna Kusuma (V41).', progress: '6 of 8 visits to Laksmira Platinum.' },
  id: { posted: 'Rp. 1,500,000 dicatat untuk Ratna Kusuma (V41).', progress: '6 dari 8 kunjungan' },
};
const number = page.getByRole('textbox', { name: 'Bill number' });
const remark = page.getByRole('textbox', { name: 'Remark' });
const post = page.getByRole('button', { name: 'Post', exact: true });
const posted = page.getByRole('status').filter({ hasText: 'posted for' });

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
/** The server stores the bill. */
const written = () => {
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
  mockResponse(CALL, written);
});

async function openFor(member: number): Promise<void> {
  await openConsole(`${PATH}?member_id=${member}`, { user: FRONT_DESK });
  await expect.element(number).toHaveFocus();
}

describe('posting a bill by keyboard', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`returns to the box for the next card: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openConsole(PATH, { user: FRONT_DESK, language, theme });
      await scan('6010123412341234');
      await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
      await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('reference_no');
      await userEvent.keyboard('BILL-9{Tab}1000000{Tab}{Tab}500000');
      await expect.element(page.getByRole('status').filter({ hasText: 'Rp. 1,500,000' })).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard('{Enter}');
      const line = page.getByRole('status').filter({ hasText: labels[language].posted });
      await expect.element(line).toMatchTextContent(labels[language].progress);
      await expect.element(deskSearchBox()).toHaveFocus();
      await expect.element(deskSearchBox()).toHaveValue('');
      await expect
        .element(page.getByRole('listitem').filter({ hasText: 'BILL-9' }))
        .toMatchTextContent('Rp. 1,500,000');
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const { body, headers } = await sent(CALL);
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
      expect(await requests(CALL)).toHaveLength(1);
      await expectQuery('GET /api/visit').toEqual({ created_by_id: '1', sort: '-id', per_page: '10' });
    });
});

async function postBill(): Promise<void> {
  await number.fill('BILL-9');
  await page.getByRole('textbox', { name: 'Rooms' }).fill('1500000');
  await userEvent.keyboard('{Enter}');
  await expect.element(posted).toBeVisible();
}

describe('a bill', () => {
  test("is posted for another hotel's guest without loading the member's status", async () => {
    await openFor(8);
    await postBill();
    expect((await sent(CALL)).body).toMatchObject({ member_id: 8, total_room: '1500000' });
    expect(await requests('GET /api/member/8/standing')).toEqual([]);
  });

  test('is undone immediately with the permission to delete if it has the wrong guest', async () => {
    const roles = [...(FRONT_DESK.roles ?? []), 'DELETE_VISIT'];
    await openConsole(`${PATH}?member_id=7`, { user: { ...FRONT_DESK, roles } });
    await postBill();
    await posted.getByRole('button', { name: 'Undo' }).click();
    await expect.element(posted).not.toBeInTheDocument();
    await expect.element(page.getByText('Visit V41 deleted.')).toBeVisible();
    expect((await sent('DELETE /api/visit/41')).headers.get('If-Unmodified-Since-Version')).toBe('1');
  });

  test('shows readable lines on a phone, with the buttons below', async () => {
    await page.viewport(390, 844);
    await openFor(7);
    await postBill();
    const labels = posted.getByText('posted for').element().getBoundingClientRect();
    expect(labels.width).toBeGreaterThan(390 / 2);
    const print = posted.getByRole('button', { name: 'Print receipt' }).element();
    expect(print.getBoundingClientRect().top).toBeGreaterThanOrEqual(labels.bottom);
  });

  test('has a mail that its author can resend', async () => {
    const mail = { data: { recipient: 'ratna@example.test', delivery_status: 'queued' } };
    mockResponse('GET /api/visit/41/mail', mail);
    mockResponse('POST /api/visit/41/mail', mail);
    await openFor(7);
    await postBill();
    await posted.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Email to ratna@example.test is being sent again.')).toBeVisible();
    expect(await requests('POST /api/visit/41/mail')).toHaveLength(1);
  });

  test('is undone by its author without the delete permission, but not restored', async () => {
    mockResponse(CALL, () => {
      const visit = row('visit', 41, { visit_no: 'V41', currency: 'IDR', ...justCreated() });
      recordsOf('visit').unshift(visit);
      return HttpResponse.json({ data: visit }, { status: 201 });
    });
    await openFor(7);
    await postBill();
    await posted.getByRole('button', { name: 'Undo' }).click();
    const message = page.getByText('Visit V41 deleted.');
    await expect.element(message).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('cannot be undone later without the delete permission', async () => {
    await openFor(7);
    await postBill();
    await expect.element(posted.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  test('requires its number and a staff name, with an error at the field', async () => {
    await openFor(7);
    await userEvent.keyboard('{Enter}');
    await expect.element(number).toHaveAccessibleDescription('This field is required.');
    await expect.element(number).toHaveFocus();
    await number.fill('BILL-9');
    const staff = page.getByRole('textbox', { name: 'Staff name' });
    await staff.fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(staff).toHaveAccessibleDescription('This field is required.');
    await expect.element(staff).toHaveFocus();
    expect(await requests(CALL)).toEqual([]);
  });

  test('is posted without an amount, and the line says that it does not count yet', async () => {
    const untold = { total_fb: null, total_room: null, total_others: null, grand_total: null };
    mockResponse(CALL, () => {
      const visit = row('visit', 41, { visit_no: 'V41', currency: 'IDR', reference_no: 'BILL-9', ...untold });
      recordsOf('visit').unshift(visit);
      return HttpResponse.json({ data: visit }, { status: 201 });
    });
    await openFor(7);
    await number.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(posted)
      .toMatchTextContent('V41 posted for Ratna Kusuma without an amount. It counts once the amount is entered.');
    await expect.element(page.getByRole('listitem').filter({ hasText: 'BILL-9' })).toBeVisible();
    expect((await sent(CALL)).body).not.toHaveProperty('total_fb');
    await expectAccessible();
  });

  test('is rejected at its first amount if it is zero', async () => {
    mockResponse(CALL, () =>
      rejection(422, 'validation_failed', { errors: { total_fb: [sentence(message('empty_bill'), 'en')] } }),
    );
    await openFor(7);
    await number.fill('BILL-9');
    const food = page.getByRole('textbox', { name: 'Food and beverages' });
    await food.fill('0');
    await userEvent.keyboard('{Enter}');
    await expect.element(food).toHaveAccessibleDescription(/^A bill must be above 0\./);
    await expect.element(food).toHaveFocus();
  });

  test('requires a reason from two days late on, and indicates it beforehand', async () => {
    await openFor(7);
    await number.fill('BILL-9');
    await page.getByText('Change date or add a note').click();
    await expect.element(remark).not.toBeRequired();
    const day = page.getByRole('textbox', { name: 'Visit date' });
    // The hotel's day is 4 May.
    await day.fill('2026-05-03');
    await userEvent.tab();
    await expect.element(remark).not.toBeRequired();
    await day.fill('2026-05-02');
    await userEvent.tab();
    await expect.element(remark).toBeRequired();
    await expect.element(page.getByText('This bill is at least two days old.').first()).toBeVisible();
    await post.click();
    await expect.element(remark).toHaveFocus();
    expect(await requests(CALL)).toEqual([]);
    await remark.fill('The outlet’s machine was down');
    await post.click();
    await expect.element(posted).toBeVisible();
    expect((await sent(CALL)).body).toMatchObject({
      remark: 'The outlet’s machine was down',
      visit_date: expect.stringContaining('2026-05-02'),
    });
  });

  test('is rejected at its number if it was posted before', async () => {
    mockResponse(CALL, () =>
      rejection(422, 'validation_failed', { errors: { reference_no: [sentence(message('taken'), 'en')] } }),
    );
    await openFor(7);
    await number.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await expect.element(number).toHaveAccessibleDescription('This bill is already posted.');
    await expect.element(number).toHaveFocus();
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
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(keys.getByText('Go to card or name search')).toBeVisible();
  });

  test('is resent with the same key after a lost response', async () => {
    mockResponse(CALL, broken);
    await openFor(7);
    await number.fill('BILL-9');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('We didn’t get an answer.');
    mockResponse(CALL, written);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(posted).toBeVisible();
    const [first, again, ...more] = await requests(CALL);
    expect(more).toEqual([]);
    expect(again?.body).toEqual(first?.body);
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  test('can be posted with one thumb on a phone: the button is visible', async () => {
    await page.viewport(390, 844);
    await openFor(7);
    await number.fill('BILL-9');
    await expect.element(post).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await post.click();
    await expect.element(posted).toBeVisible();
  });
});
