import { type Language, resources } from '@innkeeper/contract';
import type { PrintedReceipt } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { createReceiptPage } from './receipt-content.ts';
import { readReceipt } from './receipt-facts.ts';

/**
 * Payment type, receipt number and seller are printed on the receipt. Later changes need a reason, which is printed as
 * well.
 */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const [cash, transfer] = await Promise.all([
  fixtures.findOptionDetail('type-payment', 'cash'),
  fixtures.findOptionDetail('type-payment', 'bank-transfer'),
]);

const sellMembership = async (): Promise<ResponseRecord> => (await fixtures.sell()).body.data.transaction;
async function print(id: number): Promise<PrintedReceipt> {
  const reply = await call<{ data: PrintedReceipt }>(app, admin.token, 'POST', `/api/transaction/${id}/receipt`, {
    body: { language: 'en' },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
const createPrintedSale = async (): Promise<ResponseRecord> => {
  const sale = await sellMembership();
  await print(sale.id);
  return sale;
};
/** The corrections printed on the next copy. */
async function printCopy(id: number, language: Language): Promise<readonly string[]> {
  const { id: receipt, copies } = await print(id);
  const facts = await readReceipt(db.kysely, receipt);
  return facts
    ? createReceiptPage(facts, { language, copy: copies }).corrections
    : Promise.reject(new Error('No receipt'));
}
const importEdit = (id: number, set: Input, dry_run: '0' | '1') =>
  upload(
    app,
    admin.token,
    'transaction',
    csvFile([
      ['id', ...Object.keys(set)],
      [id, ...Object.values(set).map(String)],
    ]),
    { dry_run },
  );
const editInBulk = (id: number, set: Input) => post('transaction/updateBulk', { ids: [id], set });

/** Each way to change fields of a sale. */
const ENTRY_POINTS: Readonly<Record<string, (id: number, set: Input) => Promise<Reply<unknown>>>> = {
  'an update': (id, set) => post(`transaction/${id}`, set),
  'a bulk edit': editInBulk,
  'the dry run of a bulk edit': (id, set) => post('transaction/updateBulk', { ids: [id], set, dry_run: 1 }),
  'an import': (id, set) => importEdit(id, set, '0'),
  'the dry run of an import': (id, set) => importEdit(id, set, '1'),
};
const CHANGES: Input = { type_payment_id: transfer, reference_no: 'OR-2', marketing_name: 'Sari' };

describe.each(Object.entries(ENTRY_POINTS))('a correction by %s', (entryPoint, change) => {
  test('needs no reason for payment type, receipt number and seller before the receipt is printed', async () => {
    const { id } = await sellMembership();
    const reply = await change(id, CHANGES);
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(reply.text).not.toContain('Add a new reason');
    expect(await get('transaction', id)).toMatchObject(entryPoint.startsWith('the dry run') ? {} : CHANGES);
  });

  test.each(Object.entries(CHANGES))('needs a new reason for %s after printing', async (name, value) => {
    const { id } = await createPrintedSale();
    const before = await get('transaction', id);
    expect((await change(id, { [name]: value })).text).toContain('Add a new reason');
    expect(await get('transaction', id)).toEqual(before);
    expect((await change(id, { remark: 'Late arrival', [name]: before[name] })).text).not.toContain('Add a new reason');
    expect((await post(`transaction/${id}`, { correction_reason: 'Misread' })).status).toBe(200);
    expect((await change(id, { [name]: value, correction_reason: 'Misread' })).text).toContain('Add a new reason');
    const reply = await change(id, { [name]: value, correction_reason: 'Wrong button' });
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(reply.text).not.toContain('Add a new reason');
  });
});

test('a correction without a reason returns a 422 at the reason, by every entry point', async () => {
  const { id } = await createPrintedSale();
  expectInvalid(await post(`transaction/${id}`, { type_payment_id: transfer }), 'correction_reason');
  expectInvalid(await editInBulk(id, { type_payment_id: transfer }), 'correction_reason', 'ids');
  const file = await importEdit(id, { marketing_name: 'Sari' }, '0');
  expect(file.status, file.text).toBe(422);
  expect(file.text).toContain('correction_reason');
  const preview = await importEdit(id, { marketing_name: 'Sari' }, '1');
  expect(preview.text).toContain('correction_reason');
});

test('a bill with a printed receipt also needs a reason', async () => {
  const { id } = parseWritten(await post('transaction', { hotel_id: fixtures.h1, type_payment_id: cash }));
  await print(id);
  expectInvalid(await post(`transaction/${id}`, { type_payment_id: transfer }), 'correction_reason');
});

describe('undoing corrections of receipts', () => {
  const requestIdOf = ({ status, headers, text }: Reply<unknown>): string => {
    expect(status, text).toBeLessThan(300);
    return String(headers['x-request-id']);
  };
  const undoBulk = (request_id: string) => post('transaction/undoBulk', { request_id });

  test('undoing a bulk edit works until the receipt is printed', async () => {
    const { id } = await sellMembership();
    const edit = requestIdOf(await editInBulk(id, { marketing_name: 'Sari' }));
    expect((await undoBulk(edit)).status).toBe(200);
    expect(await get('transaction', id)).toMatchObject({ marketing_name: 'Front desk' });
  });

  test('undoing a correction is a correction itself and is rejected, whatever its reason was', async () => {
    const { id } = await createPrintedSale();
    await post(`transaction/${id}`, { correction_reason: 'Misread' });
    const edit = requestIdOf(await editInBulk(id, { marketing_name: 'Sari', correction_reason: 'Wrong button' }));
    const rejectedReply = await undoBulk(edit);
    expectInvalid(rejectedReply, 'correction_reason', 'ids');
    expect(rejectedReply.body.message).toContain('Change the values back and give a reason');
    expect(await get('transaction', id)).toMatchObject({ marketing_name: 'Sari', correction_reason: 'Wrong button' });
  });

  test('undoing a change that preceded the printing is rejected as well', async () => {
    const { id } = await sellMembership();
    const edit = requestIdOf(await editInBulk(id, { reference_no: 'OR-3' }));
    await print(id);
    expectInvalid(await undoBulk(edit), 'correction_reason', 'ids');
  });

  test.each([0, 1])('undoing an import that corrected a printed sale is rejected, with dry_run %i', async (dry_run) => {
    const { id } = await createPrintedSale();
    const file = await importEdit(id, { marketing_name: 'Sari', correction_reason: 'Wrong button' }, '0');
    const { rows } = await sql<{ id: number }>`
      select id from import_run where request_id = ${requestIdOf(file)}`.execute(db.kysely);
    const reply = await post(`import/${rows[0]?.id}/undo`, { dry_run });
    expectInvalid(reply, 'correction_reason', 'ids');
    expect(await get('transaction', id)).toMatchObject({ marketing_name: 'Sari' });
  });
});

describe('the next copy of a receipt', () => {
  test('shows when the sale was corrected, what changed and why, in both languages', async () => {
    const { id } = await sellMembership();
    await post(`transaction/${id}`, { marketing_name: 'Sari', correction_reason: 'Before printing' });
    await print(id);
    expect(await printCopy(id, 'en')).toEqual([]);
    const set = { type_payment_id: transfer, reference_no: null, correction_reason: 'Paid by transfer' };
    expect((await post(`transaction/${id}`, set)).status).toBe(200);
    expect(await printCopy(id, 'en')).toEqual([
      expect.stringMatching(
        /^Corrected on \d\d \w{3} \d{4}: Payment Cash → Bank transfer; Official receipt OR-1 → – \(Paid by transfer\)$/,
      ),
    ]);
    expect(await printCopy(id, 'id')).toEqual([
      expect.stringMatching(/^Dikoreksi pada .*: Pembayaran .* → .*; Kuitansi resmi OR-1 → – \(Paid by transfer\)$/),
    ]);
  });

  test('has one line per correction, in order, and none for other changes', async () => {
    const { id } = await createPrintedSale();
    for (const [i, marketing_name] of ['Sari', 'Ayu'].entries())
      expect((await post(`transaction/${id}`, { marketing_name, correction_reason: `Reason ${i}` })).status).toBe(200);
    expect((await post(`transaction/${id}`, { remark: 'Late', correction_reason: 'Nothing' })).status).toBe(200);
    expect(await printCopy(id, 'en')).toEqual([
      expect.stringMatching(/: Sold by Front desk → Sari \(Reason 0\)$/),
      expect.stringMatching(/: Sold by Sari → Ayu \(Reason 1\)$/),
    ]);
  });

  test('still shows corrections of a cancelled sale', async () => {
    const { id } = await createPrintedSale();
    await post(`transaction/${id}`, { marketing_name: 'Sari', correction_reason: 'Wrong button' });
    expect((await remove('transaction', id)).status).toBe(200);
    expect(await printCopy(id, 'en')).toHaveLength(1);
  });
});

test('a locked sale accepts the reason whenever it accepts the corrected values', () => {
  expect(resources.transaction.immutable.except).toContain('correction_reason');
});
