import { resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startImportTest } from '../../engine/import-export/import-helpers.ts';
import { csvFile } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { allowThousandths } from '../../testing/base-records.ts';

const { api, db, admin, inputs, baseRecords, check, importFile } = await startImportTest();
await allowThousandths(db);
const { visit, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);
const AMOUNTS = ['total_fb', 'total_room', 'total_others'] as const;
const toAmounts = (amount: string | null | undefined) => Object.fromEntries(AMOUNTS.map((name) => [name, amount]));
const WITHOUT_AMOUNT = { ...toAmounts(null), grand_total: null, grand_total_usd: null };

describe('a bill with amounts', () => {
  test('must total more than 0 when it is posted, changed or bulk edited', async () => {
    expectInvalid(await visit(toAmounts('0')), 'total_fb');
    for (const name of AMOUNTS) expectInvalid(await visit({ ...toAmounts(undefined), [name]: '0.000' }), 'total_fb');
    const smallest = parseWritten(await visit({ ...toAmounts('0'), total_others: '0.001' }));
    expect(smallest).toMatchObject({ total_room: '0.000', grand_total: '0.001' });
    expectInvalid(await post(`visit/${smallest.id}`, { total_others: '0' }), 'total_fb');
    const otherVisit = parseWritten(await visit({ ...toAmounts(undefined), total_others: '5' }));
    const bulk = await post('visit/updateBulk', { ids: [smallest.id, otherVisit.id], set: { total_others: '0' } });
    expectError(bulk, 422, 'validation_failed');
    expect(bulk.body['errors']).toHaveProperty('total_fb');
    expect(await get('visit', otherVisit.id)).toMatchObject({
      ...toAmounts('0.000'),
      total_others: '5.000',
      grand_total: '5.000',
    });
    expect((await post(`visit/${otherVisit.id}`, { total_fb: '7', total_others: '0' })).status).toBe(200);
  });

  test('is unchanged by emptying an amount of 0', async () => {
    const bill = parseWritten(await visit({ ...toAmounts('0'), total_others: '5' }));
    const unchangedVisit = parseWritten(await post(`visit/${bill.id}`, { total_fb: null }));
    expect(unchangedVisit).toMatchObject({ total_fb: '0.000', version: bill.version });
    expect((await post('visit/updateBulk', { ids: [bill.id], set: { total_room: null } })).status).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject({ version: bill.version });
    const changedVisit = parseWritten(await post(`visit/${bill.id}`, { total_fb: null, staff_name: 'Budi' }));
    expect(changedVisit).toMatchObject({ total_fb: '0.000', staff_name: 'Budi', version: bill.version + 1 });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('must total more than 0 in an import, and in its dry run', async () => {
    const { id: member_id } = await inputs.create(resources.member);
    const names = ['hotel_id', 'member_id', 'reference_no', 'staff_name', 'total_fb'];
    const toRow = (bill: string, total: string) => [String(baseRecords.hotel), String(member_id), bill, 'Ayu', total];
    const changedVisit = parseWritten(await visit({ total_fb: '10' }));
    const file = csvFile([names, toRow('N-1', '0'), toRow('N-2', '1'), toRow('N-3', '')]);
    const { data } = (await check('visit', file)).body;
    expect(data.errors.map(({ row: rowNumber, errors }) => [rowNumber, Object.keys(errors)])).toEqual([
      [2, ['total_fb']],
    ]);
    expectInvalid(await importFile('visit', file), 'row 2: total_fb');
    const change = csvFile([
      ['id', 'total_fb'],
      [String(changedVisit.id), '0'],
    ]);
    expect((await check('visit', change)).body.data.rejected).toBe(1);
    expectInvalid(await importFile('visit', change), 'row 2: total_fb');
    expect((await importFile('visit', csvFile([names, toRow('N-2', '1'), toRow('N-3', '')]))).status).toBe(201);
  });

  test('must total more than 0 in the database, regardless of the writer', async () => {
    const { id } = await inputs.create(resources.member);
    const shownVisit = parseWritten(await visit({ total_fb: '10' }));
    for (const statement of [
      sql`insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
        values (${baseRecords.hotel}, ${id}, 'SQL-0', 'Ayu', 0)`,
      sql`update visit set total_fb = 0 where id = ${shownVisit.id}`,
    ])
      await expect(statement.execute(db.kysely)).rejects.toMatchObject({ constraint: 'visit_grand_total_check' });
  });
});

describe('a bill without amounts', () => {
  test('is stored whether its amounts are missing or empty, and can get them later', async () => {
    const remainingVisit = await visit(toAmounts(undefined));
    expect(remainingVisit.status, remainingVisit.text).toBe(201);
    const bill = parseWritten(remainingVisit);
    expect(bill).toMatchObject(WITHOUT_AMOUNT);
    expect(parseWritten(await visit(toAmounts(null)))).toMatchObject(WITHOUT_AMOUNT);
    expect(parseWritten(await post(`visit/${bill.id}`, { total_room: '15500.5' }))).toMatchObject({
      total_fb: '0.000',
      grand_total: '15500.500',
      grand_total_usd: '1.00',
    });
    expect(parseWritten(await post(`visit/${bill.id}`, toAmounts(null)))).toMatchObject(WITHOUT_AMOUNT);
  });

  test('results from emptying all amounts one by one; a 0 does not empty one', async () => {
    const bill = parseWritten(await visit({ total_fb: '1', total_room: '2', total_others: '3' }));
    const clearAmount = async (name: string) => parseWritten(await post(`visit/${bill.id}`, { [name]: null }));
    expect(await clearAmount('total_fb')).toMatchObject({ total_fb: '0.000', grand_total: '5.000' });
    expect(await clearAmount('total_room')).toMatchObject({ total_room: '0.000', grand_total: '3.000' });
    expectInvalid(await post(`visit/${bill.id}`, { total_others: '0' }), 'total_fb');
    expectInvalid(await post(`visit/${bill.id}`, { total_fb: '0', total_others: '0.000' }), 'total_fb');
    expect(await clearAmount('total_others')).toMatchObject(WITHOUT_AMOUNT);
    expectInvalid(await post(`visit/${bill.id}`, { total_others: '0' }), 'total_fb');
    const preview = await post('visit/updateBulk', { ids: [bill.id], set: { total_others: '0' }, dry_run: 1 });
    expect(preview.body['data']).toMatchObject({ rejected: [expect.anything()] });
    const file = csvFile([
      ['id', 'total_others'],
      [String(bill.id), '0'],
    ]);
    expect((await check('visit', file)).body.data.rejected).toBe(1);
    expect(await get('visit', bill.id)).toMatchObject(WITHOUT_AMOUNT);
  });

  test('loses its amounts when setting them is undone, and is restored unchanged', async () => {
    const bill = parseWritten(await visit(toAmounts(undefined)));
    const reply = await post('visit/updateBulk', { ids: [bill.id], set: { total_fb: '9' } });
    expect(reply.status, reply.text).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject({ grand_total: '9.000' });
    const undoReply = await post('visit/undoBulk', { request_id: reply.headers['x-request-id'] });
    expect(undoReply.status, undoReply.text).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject(WITHOUT_AMOUNT);
    await remove('visit', bill.id);
    expect((await post(`visit/${bill.id}/restore`)).status).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject(WITHOUT_AMOUNT);
  });
});
