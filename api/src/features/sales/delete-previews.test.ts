import { resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { writtenIn } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { REASON, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * A dry run of deleting many records is exact: what it lists as deleted is deleted, and what it lists as locked would
 * be rejected.
 */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const MARCH = new Date('2025-03-20T04:00:00Z');
const MAY = new Date('2025-05-20T04:00:00Z');

const bulk = (key: string, act: string, ids: readonly number[], more: object = {}) =>
  call<{ data: object }>(app, admin.token, 'POST', `/api/${key}/${act}`, { body: { ids, ...more } });
const deleting = (key: string, ids: readonly number[]) => bulk(key, 'destroyBulk', ids, REASON.body);
const preview = async (key: string, ids: readonly number[], act = 'destroyBulk') => {
  const stateBefore = await readDatabaseState(db);
  const reply = await bulk(key, act, ids, { dry_run: 1 });
  expect(reply.status, reply.text).toBe(200);
  expect(await readDatabaseState(db)).toEqual(stateBefore);
  return reply.body.data;
};

const bills: { march: number; removed: number; may: number; sale: number } = { march: 0, removed: 0, may: 0, sale: 0 };
beforeAll(async () => {
  api.setClock(MARCH);
  bills.sale = (await fixtures.sell()).body.data.transaction.id;
  [bills.march, bills.removed] = [writtenIn(await visit({})).id, writtenIn(await visit({})).id];
  expect((await remove('visit', bills.removed)).status).toBe(200);
  api.setClock(MAY);
  bills.may = writtenIn(await visit({})).id;
  expect((await createClosings(api, admin, fixtures.country).close('2025-03')).status).toBe(201);
});

describe('a dry run of deleting many records', () => {
  test('lists records of a closed month with the reason, but not the others', async () => {
    expect(await preview('visit', [bills.march, bills.may])).toEqual({
      matched: 2,
      deleted: 1,
      in_use: [],
      rejected: [bills.march],
      reasons: ['The month is closed.'],
    });
    expectError(await deleting('visit', [bills.march, bills.may]), 409, 'month_closed');
    expect((await deleting('visit', [bills.may])).body).toEqual({ data: { deleted: 1 } });
    expect(await preview('visit', [bills.removed, bills.may], 'restoreBulk')).toMatchObject({
      matched: 2,
      restored: 1,
      rejected: [bills.removed],
      reasons: ['The month is closed.'],
    });
    expect((await bulk('visit', 'restoreBulk', [bills.may])).status).toBe(200);
  });

  test('lists sales with a redeemed voucher, and names the voucher', async () => {
    const [used, free] = [(await fixtures.sell()).body.data, (await fixtures.sell()).body.data];
    await fixtures.redeem(used.member_vouchers[0]);
    const ids = [free.transaction.id, used.transaction.id, bills.sale];
    const shown = await preview('transaction', ids);
    expect(shown).toMatchObject({
      matched: 3,
      deleted: 1,
      rejected: [bills.sale, used.transaction.id].sort((a, b) => a - b),
    });
    expect(shown).toMatchObject({
      reasons: ['The month is closed.', expect.stringContaining(String(used.member_vouchers[0]?.voucher_no))],
    });
    expectError(await deleting('transaction', ids), 409);
    expect((await deleting('transaction', [free.transaction.id])).status).toBe(200);
  });

  test('lists redeemed vouchers with the reason', async () => {
    const { member_vouchers: vouchers } = (await fixtures.sell()).body.data;
    const ids = vouchers.slice(0, 2).map(({ id }) => id);
    await fixtures.redeem(vouchers[0]);
    expect(await preview('member_voucher', ids)).toMatchObject({
      matched: 2,
      deleted: 1,
      rejected: [ids[0]],
      reasons: ['Redeemed. Void the redemption first.'],
    });
  });

  test('lists cards with a redeemed voucher, at every entry point', async () => {
    const { member_card, member_vouchers: vouchers } = (await fixtures.sell()).body.data;
    await fixtures.redeem(vouchers[0]);
    const ids = [member_card.id];
    expect(await preview('member_card', ids)).toMatchObject({ deleted: 0, rejected: ids });
    for (const attempt of [() => deleting('member_card', ids), () => remove('member_card', member_card.id)])
      expect(expectError(await attempt(), 409, 'conflict').message).toContain(String(vouchers[0]?.voucher_no));
    expect(await checkIntegrity(db, ['redemptions'])).toEqual([]);
  });

  test('lists the last administrator with the reason', async () => {
    await createUser(db, { level: 'group' });
    const { rows } = await sql<{
      id: number;
    }>`select id from users where is_active and deleted_at is null order by id`.execute(db.kysely);
    const ids = rows.map(({ id }) => id);
    expect(await preview('users', ids)).toMatchObject({
      matched: ids.length,
      deleted: ids.length - 1,
      rejected: [ids.at(-1)],
      reasons: ['This is the last administrator. Add another one first.'],
    });
    expectError(await bulk('users', 'destroyBulk', ids), 409, 'last_administrator');
  });
});

test('an import says why undoing it would be rejected, before it is undone', async () => {
  const member = await inputs.create(resources.member);
  const file = csvFile([
    ['hotel_id', 'member_id', 'reference_no', 'staff_name', 'total_fb', 'visit_date'],
    [fixtures.h1, member.id, 'IMPORTED-1', 'Ayu', '10000', '2025-05-20 03:00:00'],
  ]);
  const done = await upload<{ data: { id: number } }>(app, admin.token, 'visit', file);
  expect(done.status, done.text).toBe(201);
  const undo = (body: object) =>
    call(app, admin.token, 'POST', `/api/import/${done.body.data.id}/undo`, { body: { ...body } });
  const stateBefore = await readDatabaseState(db);
  expect((await undo({ dry_run: 1 })).body).toEqual({ data: { deleted: 1, updated: 0 } });
  expect(await readDatabaseState(db)).toEqual(stateBefore);

  api.setClock(new Date('2025-07-20T04:00:00Z'));
  const closed = await post('month_close', { country_id: fixtures.country, month: '2025-05', remark: 'Looked at' });
  expect(closed.status, closed.text).toBe(201);
  for (const body of [{ dry_run: 1 }, {}])
    expectError(await undo(body), 409, body.dry_run ? 'conflict' : 'month_closed');
});
