import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { requestedDiscount } from '../../testing/month-close.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() =>
  Promise.all([
    import('./card-and-voucher-pages.tsx'),
    import('../../domain/replace-card-dialog.tsx'),
    import('./voucher-dialogs.tsx'),
  ]),
);

const REPLACE_CALL = 'POST /api/member_card/41/replace';
const REISSUE_CALL = 'POST /api/member_voucher/31/reissue';
const EXTEND_CALL = 'POST /api/member_voucher/31/extend';
const LABELS = {
  en: { openButton: 'Replace card…', reason: 'Reason', submitButton: 'Replace card' },
  id: { openButton: 'Ganti kartu…', reason: 'Alasan', submitButton: 'Ganti kartu' },
} as const;

function mockCard(): void {
  setRecords('member_card', [row('member_card', 41, { sbec_no: '601012341234', is_active: 1 })]);
  mockResponse(REPLACE_CALL, () =>
    HttpResponse.json({ data: { member_card: { id: 41, version: 2, sbec_no: '601099990000' }, transaction: null } }),
  );
}
function mockVoucher(): void {
  const values = { voucher_no: 'V-0031', state: 'available', valid_until_date: '2027-01-31', extended_from: null };
  setRecords('member_voucher', [row('member_voucher', 31, values)]);
  mockResponse(EXTEND_CALL, () => HttpResponse.json({ data: { id: 31, version: 2, valid_until_date: '2027-02-28' } }));
  mockResponse(REISSUE_CALL, () => HttpResponse.json({ data: { id: 31, version: 2, voucher_no: 'V-9999' } }));
}

const dialog = page.getByRole('dialog');
const fillReason = (text: string) => dialog.getByRole('textbox', { name: 'Reason' }).fill(text);

describe('a lost card', () => {
  for (const [language, suggestion] of [
    ['en', 'Card stolen'],
    ['id', 'Kartu dicuri'],
  ] as const)
    test(`is replaced for one of the usual reasons: ${language}`, async () => {
      mockCard();
      await openConsole('/company/member-card/41', { language });
      await page.getByRole('button', { name: LABELS[language].openButton }).click();
      await dialog.getByRole('button', { name: suggestion }).click();
      await expect.element(dialog.getByRole('textbox', { name: LABELS[language].reason })).toHaveValue(suggestion);
      await dialog.getByRole('button', { name: LABELS[language].submitButton }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      expect((await waitForRequest(REPLACE_CALL)).body).toMatchObject({ reason: suggestion });
    });

  test('is replaced with a reason and a fee, and the new number is shown', async () => {
    mockCard();
    await openConsole('/company/member-card/41');
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await expect.element(dialog).toHaveAccessibleName('Replace card 601012341234');
    await fillReason('Lost in a taxi');
    const fee = dialog.getByRole('textbox', { name: 'Fee' });
    await expect.element(fee).toHaveAccessibleDescription(/Rp\.$/);
    await fee.fill('50000');
    await dialog.getByRole('button', { name: LABELS.en.submitButton }).click();
    await expect.element(dialog.getByText('This field is required.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Payment type' }).click();
    await page.getByRole('option', { name: 'Cash' }).click();
    await expectAccessible();
    await dialog.getByRole('button', { name: LABELS.en.submitButton }).click();
    await expect.element(page.getByText('Card replaced. New number: 601099990000')).toBeVisible();
    const { body, headers } = await waitForRequest(REPLACE_CALL);
    expect(body).toEqual({
      reason: 'Lost in a taxi',
      sbec_no: null,
      fee: '50000',
      hotel_id: null,
      type_payment_id: expect.any(Number),
      reference_no: null,
    });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
  });

  test('gets its number back by keyboard if it was replaced by mistake', async () => {
    mockCard();
    mockResponse('POST /api/member_card/41/replace/undo', { data: { id: 41, version: 3, sbec_no: '601012341234' } });
    await openConsole('/company/member-card/41');
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await fillReason('Wrong guest');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('Card replaced. New number: 601099990000')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    (page.getByRole('button', { name: 'Undo', exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const confirmation = page.getByRole('alertdialog', { name: 'Undo the replacement?' });
    await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText('Replacement undone. Number: 601012341234')).toBeVisible();
    const { body, headers } = await waitForRequest('POST /api/member_card/41/replace/undo');
    expect(body).toEqual({});
    expect(headers.get('Idempotency-Key')).not.toBeNull();
  });

  test('requires a reason, and shows an error at a number that is taken', async () => {
    mockCard();
    mockResponse(REPLACE_CALL, () => rejection(422, 'validation_failed', { errors: { sbec_no: ['taken'] } }));
    await openConsole('/company/member-card/41');
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await dialog.getByRole('button', { name: LABELS.en.submitButton }).click();
    await expect.element(dialog.getByText('This field is required.')).toBeVisible();
    expect(await findRequests(REPLACE_CALL)).toEqual([]);
    await fillReason('Broken');
    await dialog.getByRole('textbox', { name: 'New number' }).fill('P-1');
    await dialog.getByRole('button', { name: LABELS.en.submitButton }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'New number' }))
      .toHaveAccessibleDescription(expect.stringContaining('Already in use.'));
  });

  test('cannot be replaced with read access only', async () => {
    mockCard();
    await openConsole('/company/member-card/41', { user: { roles: ['VIEW_MEMBER_CARD', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: '601012341234', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: LABELS.en.openButton })).not.toBeInTheDocument();
  });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`has an accessible replacement dialog: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockCard();
      await openConsole('/company/member-card/41', { language, theme });
      await page.getByRole('button', { name: LABELS[language].openButton }).click();
      await dialog.getByRole('textbox', { name: LABELS[language].reason }).fill('Lost in a taxi');
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await dialog.getByRole('button', { name: LABELS[language].submitButton }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    });
});

describe('a voucher', () => {
  test('is extended to a later day with a reason', async () => {
    mockVoucher();
    await openConsole('/company/member-voucher/31');
    await page.getByRole('button', { name: 'Extend…' }).click();
    await dialog.getByRole('button', { name: 'Extend voucher' }).click();
    await expect.poll(() => dialog.getByText('This field is required.').elements().length).toBe(2);
    const lastDayInput = dialog.getByRole('textbox', { name: 'Valid until' });
    await lastDayInput.fill('30 Jan 2027');
    await fillReason('Ill for a month');
    await dialog.getByRole('button', { name: 'Extend voucher' }).click();
    await expect.element(dialog.getByText('Must be after 31 Jan 2027.')).toBeVisible();
    expect(await findRequests(EXTEND_CALL)).toEqual([]);
    await lastDayInput.fill('28 Feb 2027');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Extend voucher' }).click();
    await expect.element(page.getByText('V-0031 is now valid until 28 Feb 2027.')).toBeVisible();
    const { body, headers } = await waitForRequest(EXTEND_CALL);
    expect(body).toEqual({ valid_until_date: '2027-02-28', remark: 'Ill for a month' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
  });

  test('requests an approval beyond the extension limit, with the entered values', async () => {
    mockVoucher();
    mockResponse(EXTEND_CALL, () =>
      rejection(409, 'approval_needed', { message: 'Beyond 30 Apr 2027 only with an approval.' }),
    );
    mockResponse('POST /api/approval', {
      data: { ...requestedDiscount, kind: 'extension', is_own: true, may_decide: false },
    });
    await openConsole('/company/member-voucher/31');
    await page.getByRole('button', { name: 'Extend…' }).click();
    await dialog.getByRole('textbox', { name: 'Valid until' }).fill('31 Dec 2027');
    await fillReason('Ill for a year');
    await dialog.getByRole('button', { name: 'Extend voucher' }).click();
    const confirmation = page.getByRole('alertdialog');
    await expect.element(confirmation.getByText('Beyond 30 Apr 2027 only with an approval.')).toBeVisible();
    await confirmation.getByRole('textbox', { name: 'Reason' }).fill('A regular guest');
    await confirmation.getByRole('button', { name: 'Request approval' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/approval')).body).toEqual({
      call: 'POST /api/member_voucher/{id}/extend',
      path: { id: 31 },
      body: { valid_until_date: '2027-12-31', remark: 'Ill for a year' },
      reason: 'A regular guest',
    });
  });

  test('is reissued with a reason, and the new number is shown', async () => {
    mockVoucher();
    await openConsole('/company/member-voucher/31');
    await page.getByRole('button', { name: 'New number…' }).click();
    await fillReason('Paper lost');
    await dialog.getByRole('button', { name: 'Issue new number' }).click();
    await expect.element(page.getByText('Voucher number replaced. New number: V-9999')).toBeVisible();
    expect((await waitForRequest(REISSUE_CALL)).body).toEqual({ reason: 'Paper lost' });
  });

  test('cannot be extended a second time', async () => {
    mockVoucher();
    setRecords('member_voucher', [row('member_voucher', 31, { state: 'available', extended_from: '2026-12-31' })]);
    await openConsole('/company/member-voucher/31');
    await expect.element(page.getByRole('button', { name: 'New number…' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Extend…' })).not.toBeInTheDocument();
  });

  test('requests an approval if issued beyond the limit, with the entered values, and leaves no draft', async () => {
    const approvalReason = 'It ends later than a sale of today would give: only with an approval.';
    mockResponse('POST /api/member_voucher', () => rejection(409, 'approval_needed', { message: approvalReason }));
    mockResponse('POST /api/approval', {
      data: { ...requestedDiscount, kind: 'voucher', is_own: true, may_decide: false },
    });
    await openConsole('/company/member-voucher/new?member_card_id=1&voucher_id=1');
    await page.getByRole('textbox', { name: 'Valid until' }).fill('31 Dec 2037');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Compensation');
    await page.getByRole('button', { name: /^Save/ }).click();
    const confirmation = page.getByRole('alertdialog');
    await expect.element(confirmation.getByText(approvalReason)).toBeVisible();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('main').getByText(approvalReason)).toBeVisible();
    await page.getByRole('button', { name: /^Save/ }).click();
    await confirmation.getByRole('textbox', { name: 'Reason' }).fill('A regular guest');
    await confirmation.getByRole('button', { name: 'Request approval' }).click();
    await expect.element(page.getByRole('heading', { name: 'Member vouchers', level: 1 })).toBeVisible();
    expect((await waitForRequest('POST /api/approval')).body).toMatchObject({
      call: 'POST /api/member_voucher',
      path: {},
      body: { valid_until_date: expect.stringContaining('2037-12-31'), remark: 'Compensation' },
      reason: 'A regular guest',
    });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });
});
