import { resources } from '@innkeeper/contract';
import { checkBooks } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startImports } from '../../engine/exchange/test-imports.ts';
import { csvFile } from '../../engine/exchange/test-tables.ts';
import { writtenIn } from '../../testing/answers.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createProgramme } from '../../testing/programme.ts';
import { allowThousandths } from '../../testing/world.ts';

const { api, db, admin, inputs, world, check, bring } = await startImports();
await allowThousandths(db);
const { visit, get, post, remove } = createProgramme(api, admin, inputs, world.hotel);
const AMOUNTS = ['total_fb', 'total_room', 'total_others'] as const;
const all = (amount: string | null | undefined) => Object.fromEntries(AMOUNTS.map((name) => [name, amount]));
const UNTOLD = { ...all(null), grand_total: null, grand_total_usd: null };

describe('a bill whose amounts are told', () => {
  test('comes to more than nothing when it is posted, changed and edited with others', async () => {
    expectInvalid(await visit(all('0')), 'total_fb');
    for (const name of AMOUNTS) expectInvalid(await visit({ ...all(undefined), [name]: '0.000' }), 'total_fb');
    const smallest = writtenIn(await visit({ ...all('0'), total_others: '0.001' }));
    expect(smallest).toMatchObject({ total_room: '0.000', grand_total: '0.001' });
    expectInvalid(await post(`visit/${smallest.id}`, { total_others: '0' }), 'total_fb');
    const other = writtenIn(await visit({ ...all(undefined), total_others: '5' }));
    const bulk = await post('visit/updateBulk', { ids: [smallest.id, other.id], set: { total_others: '0' } });
    expectError(bulk, 422, 'validation_failed');
    expect(bulk.body['errors']).toHaveProperty('total_fb');
    expect(await get('visit', other.id)).toMatchObject({
      ...all('0.000'),
      total_others: '5.000',
      grand_total: '5.000',
    });
    expect((await post(`visit/${other.id}`, { total_fb: '7', total_others: '0' })).status).toBe(200);
  });

  test('is not changed by emptying an amount that was 0', async () => {
    const bill = writtenIn(await visit({ ...all('0'), total_others: '5' }));
    const same = writtenIn(await post(`visit/${bill.id}`, { total_fb: null }));
    expect(same).toMatchObject({ total_fb: '0.000', version: bill.version });
    expect((await post('visit/updateBulk', { ids: [bill.id], set: { total_room: null } })).status).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject({ version: bill.version });
    const changed = writtenIn(await post(`visit/${bill.id}`, { total_fb: null, staff_name: 'Budi' }));
    expect(changed).toMatchObject({ total_fb: '0.000', staff_name: 'Budi', version: bill.version + 1 });
    expect(await checkBooks(db)).toEqual([]);
  });

  test('comes to more than nothing in a file, as its dry run says, too', async () => {
    const { id: member_id } = await inputs.create(resources.member);
    const names = ['hotel_id', 'member_id', 'reference_no', 'staff_name', 'total_fb'];
    const row = (bill: string, total: string) => [String(world.hotel), String(member_id), bill, 'Ayu', total];
    const changed = writtenIn(await visit({ total_fb: '10' }));
    const file = csvFile([names, row('N-1', '0'), row('N-2', '1'), row('N-3', '')]);
    const { data } = (await check('visit', file)).body;
    expect(data.errors.map(({ row: at, errors }) => [at, Object.keys(errors)])).toEqual([[2, ['total_fb']]]);
    expectInvalid(await bring('visit', file), 'row 2: total_fb');
    const change = csvFile([
      ['id', 'total_fb'],
      [String(changed.id), '0'],
    ]);
    expect((await check('visit', change)).body.data.refused).toBe(1);
    expectInvalid(await bring('visit', change), 'row 2: total_fb');
    expect((await bring('visit', csvFile([names, row('N-2', '1'), row('N-3', '')]))).status).toBe(201);
  });

  test('comes to more than nothing for the database itself, whoever writes', async () => {
    const { id } = await inputs.create(resources.member);
    const told = writtenIn(await visit({ total_fb: '10' }));
    for (const statement of [
      sql`insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb) values (${world.hotel}, ${id}, 'SQL-0', 'Ayu', 0)`,
      sql`update visit set total_fb = 0 where id = ${told.id}`,
    ])
      await expect(statement.execute(db.kysely)).rejects.toMatchObject({ constraint: 'visit_grand_total_check' });
  });
});

describe('a bill of which no amount was told', () => {
  test('is kept, whether its amounts are left out or empty, and is told later', async () => {
    const left = await visit(all(undefined));
    expect(left.status, left.text).toBe(201);
    const bill = writtenIn(left);
    expect(bill).toMatchObject(UNTOLD);
    expect(writtenIn(await visit(all(null)))).toMatchObject(UNTOLD);
    expect(writtenIn(await post(`visit/${bill.id}`, { total_room: '15500.5' }))).toMatchObject({
      total_fb: '0.000',
      grand_total: '15500.500',
      grand_total_usd: '1.00',
    });
    expect(writtenIn(await post(`visit/${bill.id}`, all(null)))).toMatchObject(UNTOLD);
  });

  test('comes of a bill whose amounts are emptied one by one; a 0 empties none', async () => {
    const bill = writtenIn(await visit({ total_fb: '1', total_room: '2', total_others: '3' }));
    const empty = async (name: string) => writtenIn(await post(`visit/${bill.id}`, { [name]: null }));
    expect(await empty('total_fb')).toMatchObject({ total_fb: '0.000', grand_total: '5.000' });
    expect(await empty('total_room')).toMatchObject({ total_room: '0.000', grand_total: '3.000' });
    expectInvalid(await post(`visit/${bill.id}`, { total_others: '0' }), 'total_fb');
    expectInvalid(await post(`visit/${bill.id}`, { total_fb: '0', total_others: '0.000' }), 'total_fb');
    expect(await empty('total_others')).toMatchObject(UNTOLD);
    expectInvalid(await post(`visit/${bill.id}`, { total_others: '0' }), 'total_fb');
    const trial = await post('visit/updateBulk', { ids: [bill.id], set: { total_others: '0' }, dry_run: 1 });
    expect(trial.body['data']).toMatchObject({ refused: [expect.anything()] });
    const file = csvFile([
      ['id', 'total_others'],
      [String(bill.id), '0'],
    ]);
    expect((await check('visit', file)).body.data.refused).toBe(1);
    expect(await get('visit', bill.id)).toMatchObject(UNTOLD);
  });

  test('stays so when what told them is undone, and comes back as it was when it is restored', async () => {
    const bill = writtenIn(await visit(all(undefined)));
    const told = await post('visit/updateBulk', { ids: [bill.id], set: { total_fb: '9' } });
    expect(told.status, told.text).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject({ grand_total: '9.000' });
    const undone = await post('visit/undoBulk', { request_id: told.headers['x-request-id'] });
    expect(undone.status, undone.text).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject(UNTOLD);
    await remove('visit', bill.id);
    expect((await post(`visit/${bill.id}/restore`)).status).toBe(200);
    expect(await get('visit', bill.id)).toMatchObject(UNTOLD);
  });
});
