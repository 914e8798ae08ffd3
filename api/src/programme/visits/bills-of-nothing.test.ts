import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startImports } from '../../engine/exchange/test-imports.ts';
import { csvFile } from '../../engine/exchange/test-tables.ts';
import { writtenIn } from '../../testing/answers.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createProgramme } from '../../testing/programme.ts';

const { api, db, admin, inputs, world, check, bring } = await startImports();
const { visit, get, post, remove } = createProgramme(api, admin, inputs, world.hotel);
const NOTHING = { total_fb: '0', total_room: '0', total_others: '0' };

describe('a bill of nothing', () => {
  test('is no visit: it is neither posted nor made of one by a change', async () => {
    expectInvalid(await visit(NOTHING), 'total_fb');
    expectInvalid(await visit({ ...NOTHING, total_fb: undefined }), 'total_fb');
    const smallest = writtenIn(await visit({ ...NOTHING, total_others: '0.001' }));
    expectInvalid(await post(`visit/${smallest.id}`, { total_others: '0' }), 'total_fb');
    const other = writtenIn(await visit({ ...NOTHING, total_others: '5' }));
    const bulk = await post('visit/updateBulk', { ids: [smallest.id, other.id], set: { total_others: '0' } });
    expectError(bulk, 422, 'validation_failed');
    expect(bulk.body['errors']).toHaveProperty('total_fb');
    expect(await get('visit', other.id)).toMatchObject({ grand_total: '5.000' });
    expect((await post(`visit/${other.id}`, { total_fb: '7', total_others: '0' })).status).toBe(200);
  });

  test('is refused in a file, and by its dry run', async () => {
    const { id: member_id } = await inputs.create(resources.member);
    const names = ['hotel_id', 'member_id', 'reference_no', 'staff_name', 'total_fb'];
    const row = (bill: string, total: string) => [String(world.hotel), String(member_id), bill, 'Ayu', total];
    const changed = writtenIn(await visit({ total_fb: '10' }));
    const file = csvFile([names, row('N-1', '0'), row('N-2', '1')]);
    const { data } = (await check('visit', file)).body;
    expect(data.errors.map(({ row: at, errors }) => [at, Object.keys(errors)])).toEqual([[2, ['total_fb']]]);
    expectInvalid(await bring('visit', file), 'row 2: total_fb');
    const change = csvFile([
      ['id', 'total_fb'],
      [String(changed.id), '0'],
    ]);
    expect((await check('visit', change)).body.data.refused).toBe(1);
    expectInvalid(await bring('visit', change), 'row 2: total_fb');
  });

  test('that stands from before can be deleted, and does not come back', async () => {
    const old = writtenIn(await visit({ total_fb: '10' }));
    await sql`alter table visit disable trigger refuse_nothing_left`.execute(db.kysely);
    await sql`update visit set total_fb = 0, total_room = 0, total_others = 0 where id = ${old.id}`.execute(db.kysely);
    await sql`alter table visit enable trigger refuse_nothing_left`.execute(db.kysely);
    expect((await post(`visit/${old.id}`, { staff_name: 'Made' })).status).toBe(200);
    expect((await remove('visit', old.id)).status).toBe(200);
    const back = await post(`visit/${old.id}/restore`);
    expectError(back, 409, 'conflict');
    expect(back.body['errors']).toHaveProperty('total_fb');
  });

  test('is refused by the database itself', async () => {
    const { id } = await inputs.create(resources.member);
    await expect(
      sql`insert into visit (hotel_id, member_id, reference_no, staff_name) values (${world.hotel}, ${id}, 'SQL-0', 'Ayu')`.execute(
        db.kysely,
      ),
    ).rejects.toMatchObject({ constraint: 'visit_of_nothing' });
  });
});
