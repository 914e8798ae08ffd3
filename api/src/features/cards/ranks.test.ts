import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { startImportTest } from '../../engine/import-export/import-helpers.ts';
import { csvFile } from '../../engine/import-export/table-helpers.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { createRegion } from '../../testing/base-records.ts';

const RACERS = 5;
const { api, db, admin, inputs, check, importFile } = await startImportTest();
const { get, post, remove } = createProgramme(api, admin, inputs, 0);
const membership = getResource('membership');

let ranks = 9000;
/** An unused rank. */
const nextRank = (): number => (ranks += 1);
const toBody = (overrides: Input) => inputs.createFull(membership, { restrict_region_id: null, ...overrides });
const postMembership = async (overrides: Input) => post('membership', await toBody(overrides));
const createMembership = (overrides: Input) => inputs.create(membership, { restrict_region_id: null, ...overrides });

describe('two memberships of equal rank', () => {
  test('are rejected if both are open in one region; 0 and other regions may repeat', async () => {
    const rank = nextRank();
    const [eastRegion, westRegion] = [await createRegion(db), await createRegion(db)];
    await createMembership({ rank, restrict_region_id: eastRegion });
    expectInvalid(await postMembership({ rank, restrict_region_id: eastRegion }), 'rank');
    expectInvalid(await postMembership({ rank }), 'rank');
    const otherMembership = await createMembership({ rank, restrict_region_id: westRegion });
    expectInvalid(await post(`membership/${otherMembership.id}`, { restrict_region_id: eastRegion }), 'rank');
    expectInvalid(await post(`membership/${otherMembership.id}`, { restrict_region_id: null }), 'rank');
    expect((await postMembership({ rank: 0 })).status).toBe(201);
    expect((await postMembership({ rank: 0 })).status).toBe(201);
  });

  test('are rejected by an edit, a bulk edit and a restore, which accept one at a time', async () => {
    const [rank, nextHigher] = [nextRank(), nextRank()];
    const [first, second] = [await createMembership({ rank }), await createMembership({ rank: nextHigher })];
    expectInvalid(await post(`membership/${second.id}`, { rank }), 'rank');
    const bulk = await post('membership/updateBulk', { ids: [first.id, second.id], set: { rank: nextRank() } });
    expect(bulk.status, bulk.text).toBe(422);
    expect(await get('membership', second.id)).toMatchObject({ rank: nextHigher });

    expect((await remove('membership', first.id)).status).toBe(200);
    await createMembership({ rank });
    const restoreReply = await post(`membership/${first.id}/restore`);
    expectError(restoreReply, 409, 'conflict');
    expect(restoreReply.body['errors']).toHaveProperty('rank');

    const contestedRank = nextRank();
    const replies = await Promise.all(Array.from({ length: RACERS }, () => postMembership({ rank: contestedRank })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('are rejected in a file, against the table and each other, also in its dry run', async () => {
    const rank = nextRank();
    const { rank: takenRank } = await createMembership({ rank: nextRank() });
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
    const toRow = (name: string, rank: unknown) => [name, '1000', '1000', '0', '0', '0', '0', String(rank)];
    const file = csvFile([names, toRow('A', rank), toRow('B', rank), toRow('C', takenRank), toRow('D', nextRank())]);
    const { data } = (await check('membership', file)).body;
    expect(data.errors.map(({ row: rowNumber, errors }) => [rowNumber, Object.keys(errors)])).toEqual([
      [3, ['rank']],
      [4, ['rank']],
    ]);
    expectInvalid(await importFile('membership', file), 'row 3: rank', 'row 4: rank');
    expect((await importFile('membership', csvFile([names, toRow('A', rank), toRow('D', nextRank())]))).status).toBe(
      201,
    );
  });

  test('are not created by an undo, which restores a membership only to an unused rank', async () => {
    const rank = nextRank();
    const firstMembership = await createMembership({ rank });
    const moveReply = await post('membership/updateBulk', { ids: [firstMembership.id], set: { rank: nextRank() } });
    expect(moveReply.status, moveReply.text).toBe(200);
    const undoBulk = () => post('membership/undoBulk', { request_id: moveReply.headers['x-request-id'] });
    const otherMembership = await createMembership({ rank });
    expectInvalid(await undoBulk(), 'rank', 'ids');
    await remove('membership', otherMembership.id);
    const undoReply = await undoBulk();
    expect(undoReply.status, undoReply.text).toBe(200);
    expect(await get('membership', firstMembership.id)).toMatchObject({ rank });
  });
});
