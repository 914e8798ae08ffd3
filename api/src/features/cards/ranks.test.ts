import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { startImports } from '../../engine/import-export/import-helpers.ts';
import { csvFile } from '../../engine/import-export/table-helpers.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createRegion } from '../../testing/base-records.ts';

const RACERS = 5;
const { api, db, admin, inputs, check, importFile } = await startImports();
const { get, post, remove } = createProgramme(api, admin, inputs, 0);
const membership = getResource('membership');

let ranks = 9000;
/** An unused rank. */
const free = (): number => (ranks += 1);
const body = (overrides: Input) => inputs.full(membership, { restrict_region_id: null, ...overrides });
const make = async (overrides: Input) => post('membership', await body(overrides));
const made = (overrides: Input) => inputs.create(membership, { restrict_region_id: null, ...overrides });

describe('two memberships of equal rank', () => {
  test('are rejected if both are open in one region; 0 and other regions may repeat', async () => {
    const rank = free();
    const [east, west] = [await createRegion(db), await createRegion(db)];
    await made({ rank, restrict_region_id: east });
    expectInvalid(await make({ rank, restrict_region_id: east }), 'rank');
    expectInvalid(await make({ rank }), 'rank');
    const other = await made({ rank, restrict_region_id: west });
    expectInvalid(await post(`membership/${other.id}`, { restrict_region_id: east }), 'rank');
    expectInvalid(await post(`membership/${other.id}`, { restrict_region_id: null }), 'rank');
    expect((await make({ rank: 0 })).status).toBe(201);
    expect((await make({ rank: 0 })).status).toBe(201);
  });

  test('are rejected by an edit, a bulk edit and a restore, which accept one at a time', async () => {
    const [rank, next] = [free(), free()];
    const [first, second] = [await made({ rank }), await made({ rank: next })];
    expectInvalid(await post(`membership/${second.id}`, { rank }), 'rank');
    const bulk = await post('membership/updateBulk', { ids: [first.id, second.id], set: { rank: free() } });
    expect(bulk.status, bulk.text).toBe(422);
    expect(await get('membership', second.id)).toMatchObject({ rank: next });

    expect((await remove('membership', first.id)).status).toBe(200);
    await made({ rank });
    const back = await post(`membership/${first.id}/restore`);
    expectError(back, 409, 'conflict');
    expect(back.body['errors']).toHaveProperty('rank');

    const contested = free();
    const all = await Promise.all(Array.from({ length: RACERS }, () => make({ rank: contested })));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('are rejected in a file, against the table and each other, also in its dry run', async () => {
    const rank = free();
    const { rank: taken } = await made({ rank: free() });
    const names = [
      'name',
      'price',
      'renewal_price',
      'is_free',
      'min_visit',
      'min_visit_to_upgrade',
      'is_regional',
      'rank',
    ];
    const row = (name: string, of: unknown) => [name, '1000', '1000', '0', '0', '0', '0', String(of)];
    const file = csvFile([names, row('A', rank), row('B', rank), row('C', taken), row('D', free())]);
    const { data } = (await check('membership', file)).body;
    expect(data.errors.map(({ row: at, errors }) => [at, Object.keys(errors)])).toEqual([
      [3, ['rank']],
      [4, ['rank']],
    ]);
    expectInvalid(await importFile('membership', file), 'row 3: rank', 'row 4: rank');
    expect((await importFile('membership', csvFile([names, row('A', rank), row('D', free())]))).status).toBe(201);
  });

  test('are not created by an undo, which restores a membership only to a free rank', async () => {
    const rank = free();
    const one = await made({ rank });
    const moved = await post('membership/updateBulk', { ids: [one.id], set: { rank: free() } });
    expect(moved.status, moved.text).toBe(200);
    const undo = () => post('membership/undoBulk', { request_id: moved.headers['x-request-id'] });
    const other = await made({ rank });
    expectInvalid(await undo(), 'rank', 'ids');
    await remove('membership', other.id);
    const undone = await undo();
    expect(undone.status, undone.text).toBe(200);
    expect(await get('membership', one.id)).toMatchObject({ rank });
  });
});
