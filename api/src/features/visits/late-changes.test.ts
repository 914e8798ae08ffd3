import { type ImportCheck, message, formatMessage } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { startImportTest } from '../../engine/import-export/import-helpers.ts';
import { csvFile } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import type { Reply } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';

/**
 * A bill that is two or more days old, in its hotel's local days, can only be changed with a remark, which then cannot
 * be removed.
 */

const { api, db, admin, inputs, baseRecords, check, importFile } = await startImportTest();
const { visit, get, post } = createProgramme(api, admin, inputs, baseRecords.hotel);

/** 10:00 in Jakarta. */
const DAY = '2026-05-22';
const POSTING_DAY = new Date(`${DAY}T03:00:00Z`);
/** The last moment of 23 May in Jakarta, and the first of 24 May. */
const [A_DAY_LATER, TWO_DAYS_LATER] = [new Date('2026-05-23T16:59:59Z'), new Date('2026-05-23T17:00:00Z')];
const LATE_CHANGE = formatMessage(message('late_change'), 'en');

async function createBill(set: Input = {}): Promise<ResponseRecord> {
  api.setClock(POSTING_DAY);
  const createdVisit = parseWritten(
    await visit({ total_fb: '100', total_room: '50', visit_date: `${DAY} 02:00:00`, ...set }),
  );
  api.setClock(TWO_DAYS_LATER);
  return createdVisit;
}

const toFile = ({ id }: ResponseRecord, set: Input) =>
  csvFile([
    ['id', ...Object.keys(set)],
    [String(id), ...Object.values(set).map((value) => (typeof value === 'string' ? value : ''))],
  ]);

/** Every entry point that changes a bill, with its dry runs. */
const ENTRY_POINTS: Readonly<
  Record<string, (bill: ResponseRecord, set: Input) => Promise<Reply<Record<string, unknown>>>>
> = {
  update: ({ id }, set) => post(`visit/${id}`, set),
  'bulk edit': ({ id }, set) => post('visit/updateBulk', { ids: [id], set }),
  import: async (bill, set) => {
    const { status, headers, body, text } = await importFile('visit', toFile(bill, set));
    return { status, headers, body: { ...body }, text };
  },
};

/** Dry runs of a change: the number of rejected records, by a bulk edit and by an import. */
async function previewRejections(bill: ResponseRecord, set: Input): Promise<readonly number[]> {
  const edit = await post('visit/updateBulk', { ids: [bill.id], set, dry_run: 1 });
  const { rejected } = edit.body['data'] as { rejected: readonly number[] }; // checked against the call's definition
  if (rejected.length > 0) expect(edit.text).toContain(LATE_CHANGE);
  const file: ImportCheck = (await check('visit', toFile(bill, set))).body.data;
  return [rejected.length, file.rejected];
}

const ADJUSTED_BILLS: Readonly<Record<string, Input>> = {
  'a higher amount': { total_fb: '101' },
  'a lower amount': { total_room: '49' },
  'an amount that was empty': { total_others: '1' },
  'an emptied amount': { total_room: null },
};

test.each(Object.entries(ADJUSTED_BILLS))(
  'a bill of two days ago can only be changed with a remark: %s',
  async (_, set) => {
    for (const change of Object.values(ENTRY_POINTS)) {
      const bill = await createBill();
      const before = await get('visit', bill.id);
      const rejectedReply = await change(bill, set);
      expect(rejectedReply.status).toBe(422);
      expect(rejectedReply.text).toContain(LATE_CHANGE);
      expect(await previewRejections(bill, set)).toEqual([1, 1]);
      expect(await get('visit', bill.id)).toEqual(before);
      const explainedChange = { ...set, remark: 'The minibar was found later' };
      expect(await previewRejections(bill, explainedChange)).toEqual([0, 0]);
      const reply = await change(bill, explainedChange);
      expect(reply.status, reply.text).toBeLessThan(300);
    }
  },
);

test('a bill of yesterday, in its hotel’s local days, can be changed without a remark', async () => {
  const bill = await createBill();
  api.setClock(A_DAY_LATER);
  expect((await post(`visit/${bill.id}`, { total_fb: '101' })).status).toBe(200);
  api.setClock(TWO_DAYS_LATER);
  expectInvalid(await post(`visit/${bill.id}`, { total_fb: '102' }), 'remark');
});

test('a bill accepts unchanged amounts in any notation, and other fields, without a remark', async () => {
  const bill = await createBill();
  const unchangedInput = {
    total_fb: '100',
    total_room: '50.000',
    total_others: '0',
    staff_name: 'Budi',
    reference_no: 'B-1',
  };
  expect(await previewRejections(bill, { staff_name: 'Budi', total_fb: '100', total_room: '50.000' })).toEqual([0, 0]);
  expect((await post(`visit/${bill.id}`, unchangedInput)).status).toBe(200);
});

test.each(Object.keys(ENTRY_POINTS))('a bill of two days ago cannot lose its remark by %s', async (entryPoint) => {
  const change = ENTRY_POINTS[entryPoint] ?? (() => Promise.reject(new Error(entryPoint)));
  const postedBill = await createBill({ visit_date: '2026-05-20 02:00:00', remark: 'Posted late' });
  const biggerBill = await createBill();
  expect((await post(`visit/${biggerBill.id}`, { total_fb: '101', remark: 'Minibar' })).status).toBe(200);
  for (const bill of [postedBill, biggerBill]) {
    for (const remark of [null, '  ', 'x']) {
      const rejectedReply = await change(bill, { remark });
      expect(rejectedReply.status).toBe(422);
      expect(rejectedReply.text).toContain(LATE_CHANGE);
      expect(await previewRejections(bill, { remark })).toEqual([1, 1]);
    }
    const rewordReply = await change(bill, { remark: 'The bar was closed' });
    expect(rewordReply.status, rewordReply.text).toBeLessThan(300);
    expect(await get('visit', bill.id)).toMatchObject({ remark: 'The bar was closed' });
  }
});

test('a bill cannot lose its remark when the same edit changes its day, to any day', async () => {
  const bill = await createBill({ visit_date: '2026-05-20 02:00:00', remark: 'Posted late' });
  for (const visit_date of ['2026-05-19 02:00:00', '2026-05-23 02:00:00'])
    expectInvalid(await post(`visit/${bill.id}`, { visit_date, remark: null }), 'remark');
  const plainBill = await createBill();
  expectInvalid(await post(`visit/${plainBill.id}`, { visit_date: '2026-05-23 02:00:00', total_fb: '900' }), 'remark');
  expectInvalid(await post(`visit/${plainBill.id}`, { visit_date: '2026-05-23 02:00:00' }), 'remark');
});

test('a bill cannot get its former amounts back without a remark, even by an undo', async () => {
  const lateBill = await createBill();
  const edit = await post('visit/updateBulk', {
    ids: [lateBill.id],
    set: { total_fb: '90', remark: 'Found out later' },
  });
  const undoBulk = (reply: Reply<unknown>) => post('visit/undoBulk', { request_id: reply.headers['x-request-id'] });
  expectInvalid(await undoBulk(edit), 'ids', 'remark');
  expect(await get('visit', lateBill.id)).toMatchObject({ total_fb: '90.000', remark: 'Found out later' });

  const earlyBill = await createBill();
  api.setClock(POSTING_DAY);
  const lowered = await post('visit/updateBulk', { ids: [earlyBill.id], set: { total_fb: '1' } });
  api.setClock(TWO_DAYS_LATER);
  expectInvalid(await undoBulk(lowered), 'ids', 'remark');

  const noteReply = await post('visit/updateBulk', { ids: [earlyBill.id], set: { remark: 'Of the wrong bill' } });
  expect((await undoBulk(noteReply)).status).toBe(200);
  expect(await get('visit', earlyBill.id)).toMatchObject({ remark: null });
});

test('a bill is restored unchanged, also without a remark', async () => {
  const bill = await createBill();
  expect((await post('visit/destroyBulk', { ids: [bill.id] })).status).toBe(200);
  expect((await post(`visit/${bill.id}/restore`)).status).toBe(200);
});

test('a bill cannot lose the remark that its high amount needs, even on its own day', async () => {
  const { hotels } = await createPlace(db, 1);
  const [hotel_id = 0] = hotels;
  const { country_id } = await get('hotel', hotel_id);
  expect((await post(`country/${String(country_id)}`, { visit_limit: '1000' })).status).toBe(200);
  const bill = await createBill({ hotel_id, total_fb: '2000', remark: 'A wedding' });
  api.setClock(POSTING_DAY);
  expectInvalid(await post(`visit/${bill.id}`, { remark: null }), 'remark');
  expect(await countRejectedOnDryRun(bill, { remark: null })).toBe(1);
});

async function countRejectedOnDryRun({ id }: ResponseRecord, set: Input): Promise<number> {
  const { body } = await post('visit/updateBulk', { ids: [id], set, dry_run: 1 });
  return (body['data'] as { rejected: readonly number[] }).rejected.length; // checked against the call's definition
}
