import { type Language, resources } from '@innkeeper/contract';
import type { ReceiptMail, PrintedReceipt } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { NAMES_BY_SCRIPT } from '../../testing/names-by-script.ts';
import { hasText, readPdfPages } from '../../testing/pdf-pages.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { createReceiptPage } from './receipt-content.ts';
import { readReceipt } from './receipt-facts.ts';
import { drawReceipt } from './receipt-page.ts';

const RACERS = 10;
const api = await startTestApp({ connections: RACERS, isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);
const mails = createMailWorker(api);
const NOW = new Date('2026-05-22T17:30:00Z');
api.setClock(NOW);

async function createSale(hotel_id: number, values: Record<string, unknown> = {}): Promise<ResponseRecord> {
  const sale = parseWritten(await post('transaction', { hotel_id, ...values }));
  await post('transaction_detail', { transaction_id: sale.id, description: 'Gold membership', unit_price: '1500000' });
  return sale;
}
async function print(id: number, language: Language = 'en'): Promise<PrintedReceipt> {
  const reply = await call<{ data: PrintedReceipt }>(app, admin.token, 'POST', `/api/transaction/${id}/receipt`, {
    body: { language },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
async function read(receiptId: number, language: Language, copy: number) {
  const facts = await readReceipt(db.kysely, receiptId);
  return facts ? createReceiptPage(facts, { language, copy }) : Promise.reject(new Error('No receipt'));
}
const createHotel = async () => (await createPlace(db, 1)).hotels[0] ?? 0;

describe('a receipt', () => {
  test('gets the next number of its hotel, by the local day of its first print', async () => {
    const [firstHotel, otherHotel] = [await createHotel(), await createHotel()];
    const { code } = await get('hotel', firstHotel);
    const [lateSale, earlySale] = [await createSale(firstHotel), await createSale(firstHotel)];
    const first = await print(earlySale.id);
    expect(first).toMatchObject({
      receipt_no: `${String(code)}/2026/000001`,
      // It is half past midnight on the next day at the hotel.
      receipt_date: '2026-05-23',
      copies: 0,
      is_copy: false,
    });
    expect((await print(lateSale.id)).receipt_no).toBe(`${String(code)}/2026/000002`);
    expect((await print((await createSale(otherHotel)).id)).receipt_no).toMatch(/\/000001$/);
    expect(await get('receipt', first.id)).toMatchObject({ number: 1, transaction_id: earlySale.id, copies: 0 });
  });

  test('leaves no gap when many are printed concurrently and some fail', async () => {
    const hotel = await createHotel();
    const sales = await Promise.all(Array.from({ length: RACERS }, () => createSale(hotel)));
    await Promise.all(
      sales.map(async ({ id }, i) => {
        if (i % 3 !== 0) return print(id);
        const failingPrint = db.kysely.transaction().execute(async (tx) => {
          await sql`insert into receipt (transaction_id, receipt_date) values (${id}, '2026-05-23')`.execute(tx);
          throw new Error('The printer burns');
        });
        return expect(failingPrint).rejects.toThrow('The printer burns');
      }),
    );
    const { rows } = await sql<{ number: number }>`
      select number from receipt where hotel_id = ${hotel} order by number`.execute(db.kysely);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('is a copy with the same number when printed again, even concurrently', async () => {
    const sale = await createSale(await createHotel());
    const receipts = await Promise.all([print(sale.id), print(sale.id), print(sale.id)]);
    expect(new Set(receipts.map(({ receipt_no }) => receipt_no)).size).toBe(1);
    expect(new Set(receipts.map(({ copies }) => copies))).toEqual(new Set([0, 1, 2]));
    expect(receipts.filter(({ is_copy }) => !is_copy)).toHaveLength(1);
  });

  test('shows the sold items in the hotel’s currency, in both languages, and the copy number', async () => {
    const payment = await inputs.findOptionDetail('type-payment', 'cash');
    const sale = await createSale(baseRecords.hotel, {
      type_payment_id: payment,
      reference_no: 'OR-9',
      marketing_name: 'Sari',
    });
    await post(`transaction/${sale.id}`, { discount: '100000' });
    const { id, receipt_no } = await print(sale.id);
    const original = await read(id, 'en', 0);
    expect(original).toMatchObject({
      title: `Receipt ${receipt_no}`,
      warning: null,
      lines: [{ description: 'Gold membership', quantity: '1', price: 'Rp. 1,500,000', amount: 'Rp. 1,500,000' }],
      sums: [
        ['Sub total', 'Rp. 1,500,000'],
        ['Discount', '−Rp. 100,000'],
        ['Total', 'Rp. 1,400,000'],
      ],
    });
    expect(original.facts).toContainEqual(['Payment', 'Cash']);
    expect(original.facts).toContainEqual(['Printed on', '23 May 2026']);
    const copy = await read(id, 'id', 2);
    expect(copy.title).toBe(`Kuitansi ${receipt_no} · SALINAN 2`);
    expect(copy.facts).toContainEqual(['Kuitansi resmi', 'OR-9']);
    expect(copy.sums.at(-1)).toEqual(['Total', 'Rp. 1,400,000']);
  });

  test('shows the day and reason of a cancellation, and still has its lines', async () => {
    const sale = await createSale(baseRecords.hotel);
    const { id } = await print(sale.id);
    expect((await remove('transaction', sale.id)).status).toBe(200);
    expect(await print(sale.id)).toMatchObject({ id, is_copy: true });
    const { void_reason } = await get('transaction', sale.id);
    const page = await read(id, 'en', 1);
    expect(page.warning).toMatch(/^Cancelled on \d\d \w{3} \d{4}: /);
    expect(page.warning).toContain(String(void_reason));
    expect(page.lines).toHaveLength(1);
    expect((await read(id, 'id', 1)).warning).toContain('Dibatalkan pada');
  });
});

test('the receipts of a reversed sale and of its reversal refer to each other', async () => {
  const [sale, copiedSale] = [await createSale(baseRecords.hotel), await createSale(baseRecords.hotel)];
  await sql`update transaction set reverses_id = ${sale.id} where id = ${copiedSale.id}`.execute(db.kysely);
  const pages = await Promise.all([sale, copiedSale].map(async ({ id }) => read((await print(id)).id, 'en', 0)));
  expect(pages.map(({ warning }) => warning)).toEqual([
    `Reversed by ${String(copiedSale.transaction_no)}`,
    `Reversal of ${String(sale.transaction_no)}`,
  ]);
});

test('the receipt of a reversal is a credit note with signed amounts and without thanks', async () => {
  const [sale, otherSale] = [await createSale(baseRecords.hotel), await createSale(baseRecords.hotel)];
  await sql`update transaction set reverses_id = ${sale.id} where id = ${otherSale.id}`.execute(db.kysely);
  const facts = await readReceipt(db.kysely, (await print(otherSale.id)).id);
  const amounts = { sub_total: '-9900.000', discount: '-333.000', grand_total: '-9567.000' };
  const line = { description: 'Gold membership', quantity: -1, unit_price: '9900.000', sub_total: '-9900.000' };
  if (!facts) throw new Error('There is no receipt');
  const note = { ...facts, ...amounts, lines: [line], currency: 'JPY', decimals: 0 };
  expect(createReceiptPage(note, { language: 'en', copy: 0 })).toMatchObject({
    title: `Credit note ${facts.receipt_no}`,
    lines: [{ price: 'JPY 9,900', amount: '−JPY 9,900' }],
    sums: [
      ['Sub total', '−JPY 9,900'],
      ['Discount', 'JPY 333'],
      ['Total', '−JPY 9,567'],
    ],
    foot: null,
  });
  expect(createReceiptPage(note, { language: 'id', copy: 0 }).facts.map(([label]) => label)).toContain(
    'Tanggal pembalikan',
  );
});

describe('the receipts of a partially refunded sale', () => {
  const createRefund = async () => {
    const sale = await createSale(baseRecords.hotel);
    const [reason, payment, type] = [
      await inputs.findOptionDetail('refund-reason', 'service-failure'),
      await inputs.findOptionDetail('type-payment', 'bank-transfer'),
      await inputs.findOptionDetail('transaction-type', '1'),
    ];
    await sql`update transaction set transaction_type_id = ${type} where id = ${sale.id}`.execute(db.kysely);
    const refund = parseWritten(
      await post(`transaction/${sale.id}/refund`, {
        amount: '600000',
        refund_reason_id: reason,
        type_payment_id: payment,
        ends_membership: 0,
      }),
    );
    return { sale, refund };
  };

  test('include a credit note with amount, payment and reason, and the sale refers to it', async () => {
    const { sale, refund } = await createRefund();
    const note = await read((await print(refund.id)).id, 'en', 0);
    expect(note).toMatchObject({
      warning: `Refund of ${String(sale.transaction_no)}`,
      lines: [{ description: 'Gold membership', quantity: '-1', price: 'Rp. 600,000', amount: '−Rp. 600,000' }],
      sums: [['Total', '−Rp. 600,000']],
      foot: null,
    });
    expect(note.title).toMatch(/^Credit note /);
    expect(note.facts).toContainEqual(['Payment', 'Bank transfer']);
    expect(note.facts).toContainEqual(['Reason', 'Service failure']);
    expect(note.facts.map(([label]) => label)).toContain('Date of refund');
    const copy = await read((await print(sale.id)).id, 'id', 1);
    expect(copy.title).toMatch(/^Kuitansi /);
    expect(copy.warning).toBe(`Dana dikembalikan: ${String(refund.transaction_no)} (Rp. 600,000)`);
  });

  test('omit a cancelled refund, whose credit note shows the cancellation', async () => {
    const { sale, refund } = await createRefund();
    const { id } = await print(refund.id);
    await remove('transaction', refund.id);
    expect((await read(id, 'en', 1)).warning).toMatch(/^Cancelled on /);
    expect((await read((await print(sale.id)).id, 'en', 0)).warning).toBeNull();
  });
});

describe('the PDF of a receipt', () => {
  test('is served at its signed address, which includes the copy and cannot be forged', async () => {
    const sale = await createSale(baseRecords.hotel);
    const { file_url } = await print(sale.id, 'id');
    const reply = await app.inject({ method: 'GET', url: file_url });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const copy = await print(sale.id);
    expect(copy.file_url).toContain('-1.pdf?');
    const forgedReply = await app.inject({ method: 'GET', url: copy.file_url.replace('-1.pdf', '-0.pdf') });
    expect(forgedReply.statusCode).toBe(403);
  });

  test.each(Object.entries(NAMES_BY_SCRIPT))('shows names in the script of $0', async (_, name) => {
    const page = await read((await print((await createSale(baseRecords.hotel)).id)).id, 'en', 0);
    const bytes = await drawReceipt({
      ...page,
      hotel: name,
      facts: [['Guest', name.repeat(9)]],
      lines: page.lines.map((line) => ({ ...line, description: name })),
    });
    const pages = await readPdfPages({ bytes });
    expect(hasText(pages, name), pages.flat().join()).toBe(true);
  });
});

describe('printing', () => {
  test('requires the right to sell or change sales, a visible transaction and a known language', async () => {
    const sale = await createSale(baseRecords.hotel);
    const viewer = await createUser(db, { level: 'group', codes: ['VIEW_TRANSACTION'] });
    expectError(await post(`transaction/${sale.id}/receipt`, { language: 'en' }, viewer.token), 403, 'forbidden');
    const { region, hotels } = await createPlace(db, 1);
    const foreignUser = await createUser(db, {
      level: 'property',
      codes: ['STORE_TRANSACTION'],
      assignments: [{ region_id: region, restrict_hotel_id: hotels[0] ?? 0 }],
    });
    expectError(
      await post(`transaction/${sale.id}/receipt`, { language: 'en' }, foreignUser.token),
      404,
      'record_not_found',
    );
    expectInvalid(await post(`transaction/${sale.id}/receipt`, { language: 'nl' }), 'language');
  });

  test('is permanent: no receipt is changed, renumbered or deleted', async () => {
    const { id } = await print((await createSale(baseRecords.hotel)).id);
    expectError(await remove('receipt', id), 405, 'method_not_allowed');
    const updateReceipt = (assignment: string) =>
      sql.raw(`update receipt set ${assignment} where id = ${id}`).execute(db.kysely);
    for (const assignment of ['number = 900', `receipt_no = 'X'`, 'deleted_at = now()'])
      await expect(updateReceipt(assignment), assignment).rejects.toThrow(/is immutable/);
    await expect(updateReceipt('copies = -1')).rejects.toThrow(/receipt_copies_check/);
    await expect(sql`delete from receipt where id = ${id}`.execute(db.kysely)).rejects.toThrow(/appended to only/);
  });
});

describe('a mailed receipt', () => {
  test('goes to the member with the PDF, and a second one is a copy', async () => {
    const { id: member_id, email } = await inputs.create(resources.member, { all_notification: 0 });
    const sale = await createSale(baseRecords.hotel, { member_id });
    const mailReceipt = async () =>
      (
        await call<{ data: ReceiptMail }>(app, admin.token, 'POST', `/api/transaction/${sale.id}/receipt/mail`, {
          body: {},
        })
      ).body.data;
    const first = await mailReceipt();
    expect(first).toMatchObject({ is_copy: false, recipient: email });
    const [deliveredMail] = await mails.deliver();
    expect(deliveredMail?.mail).toMatchObject({ subject: `Your receipt ${first.receipt_no}` });
    expect(deliveredMail?.mail.attachments).toEqual([
      expect.objectContaining({ mimeType: 'application/pdf', filename: expect.stringMatching(/^receipt-.*\.pdf$/) }),
    ]);
    expect(await mailReceipt()).toMatchObject({ is_copy: true, receipt_no: first.receipt_no });
  });

  test('is resent to a member at most five times an hour, without blocking other members', async () => {
    const mailReceipt = ({ id }: { id: number }) => post(`transaction/${id}/receipt/mail`, {});
    const createSaleToNewMember = async () => {
      const { id: member_id } = await inputs.create(resources.member, { all_notification: 0 });
      return createSale(baseRecords.hotel, { member_id });
    };
    const sale = await createSaleToNewMember();
    for (let n = 0; n < 6; n += 1) expect((await mailReceipt(sale)).status).toBe(200);
    expectError(await mailReceipt(sale), 429, 'too_many_requests');
    for (let n = 0; n < 6; n += 1) {
      const otherSale = await createSaleToNewMember();
      await print(otherSale.id);
      expect((await mailReceipt(otherSale)).status).toBe(200);
    }
    await mails.deliver();
  });

  test('requires a member', async () => {
    const sale = await createSale(baseRecords.hotel);
    expectError(await post(`transaction/${sale.id}/receipt/mail`, {}), 409, 'conflict');
  });
});
