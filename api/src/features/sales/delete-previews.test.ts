import { resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
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

/** A dry run of a bulk delete is exact: records listed as deleted are deleted, and locked ones are rejected. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const MARCH = new Date('2025-03-20T04:00:00Z');
const MAY = new Date('2025-05-20T04:00:00Z');

const postBulk = (key: string, action: string, ids: readonly number[], fields: object = {}) =>
  call<{ data: object }>(app, admin.token, 'POST', `/api/${key}/${action}`, { body: { ids, ...fields } });
const deleteInBulk = (key: string, ids: readonly number[]) => postBulk(key, 'destroyBulk', ids, REASON.body);
const previewDelete = async (key: string, ids: readonly number[], action = 'destroyBulk') => {
  const stateBefore = await readDatabaseState(db);
  const reply = await postBulk(key, action, ids, { dry_run: 1 });
  expect(reply.status, reply.text).toBe(200);
  expect(await readDatabaseState(db)).toEqual(stateBefore);
  return reply.body.data;
};

const bills: { march: number; removed: number; may: number; sale: number } = { march: 0, removed: 0, may: 0, sale: 0 };
beforeAll(async () => {
  api.setClock(MARCH);
  bills.sale = (await fixtures.sell()).body.data.transaction.id;
  [bills.march, bills.removed] = [parseWritten(await visit({})).id, parseWritten(await visit({})).id];
  expect((await remove('visit', bills.removed)).status).toBe(200);
  api.setClock(MAY);
  bills.may = parseWritten(await visit({})).id;
  expect((await createClosings(api, admin, fixtures.country).close('2025-03')).status).toBe(201);
});

describe('a dry run of deleting many records', () => {
  test('lists records of a closed month with the reason, but not the others', async () => {
    expect(await previewDelete('visit', [bills.march, bills.may])).toEqual({
      matched: 2,
      deleted: 1,
      in_use: [],
      rejected: [bills.march],
      reasons: ['The month is closed.'],
    });
    expectError(await deleteInBulk('visit', [bills.march, bills.may]), 409, 'month_closed');
    expect((await deleteInBulk('visit', [bills.may])).body).toEqual({ data: { deleted: 1 } });
    expect(await previewDelete('visit', [bills.removed, bills.may], 'restoreBulk')).toMatchObject({
      matched: 2,
      restored: 1,
      rejected: [bills.removed],
      reasons: ['The month is closed.'],
    });
    expect((await postBulk('visit', 'restoreBulk', [bills.may])).status).toBe(200);
  });

  test('lists sales with a redeemed voucher, and names the voucher', async () => {
    const [usedSale, freeSale] = [(await fixtures.sell()).body.data, (await fixtures.sell()).body.data];
    await fixtures.redeem(usedSale.member_vouchers[0]);
    const ids = [freeSale.transaction.id, usedSale.transaction.id, bills.sale];
    const preview = await previewDelete('transaction', ids);
    expect(preview).toMatchObject({
      matched: 3,
      deleted: 1,
      rejected: [bills.sale, usedSale.transaction.id].sort((a, b) => a - b),
    });
    expect(preview).toMatchObject({
      reasons: ['The month is closed.', expect.stringContaining(String(usedSale.member_vouchers[0]?.voucher_no))],
    });
    expectError(await deleteInBulk('transaction', ids), 409);
    expect((await deleteInBulk('transaction', [freeSale.transaction.id])).status).toBe(200);
  });

  test('lists redeemed vouchers with the reason', async () => {
    const { member_vouchers: vouchers } = (await fixtures.sell()).body.data;
    const ids = vouchers.slice(0, 2).map(({ id }) => id);
    await fixtures.redeem(vouchers[0]);
    expect(await previewDelete('member_voucher', ids)).toMatchObject({
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
    expect(await previewDelete('member_card', ids)).toMatchObject({ deleted: 0, rejected: ids });
    for (const attempt of [() => deleteInBulk('member_card', ids), () => remove('member_card', member_card.id)])
      expect(expectError(await attempt(), 409, 'conflict').message).toContain(String(vouchers[0]?.voucher_no));
    expect(await checkIntegrity(db, ['redemptions'])).toEqual([]);
  });

  test('lists the last administrator with the reason', async () => {
    await createUser(db, { level: 'group' });
    const { rows } = await sql<{
      id: number;
    }>`select id from users where is_active and deleted_at is null order by id`.execute(db.kysely);
    const ids = rows.map(({ id }) => id);
    expect(await previewDelete('users', ids)).toMatchObject({
      matched: ids.length,
      deleted: ids.length - 1,
      rejected: [ids.at(-1)],
      reasons: ['This is the last administrator. Add another one first.'],
    });
    expectError(await postBulk('users', 'destroyBulk', ids), 409, 'last_administrator');
  });
});

test('an import says why undoing it would be rejected, before it is undone', async () => {
  const member = await inputs.create(resources.member);
  const file = csvFile([
    ['hotel_id', 'member_id', 'reference_no', 'staff_name', 'total_fb', 'visit_date'],
    [fixtures.h1, member.id, 'IMPORTED-1', 'Ayu', '10000', '2025-05-20 03:00:00'],
  ]);
  const importReply = await upload<{ data: { id: number } }>(app, admin.token, 'visit', file);
  expect(importReply.status, importReply.text).toBe(201);
  const undoImport = (body: object) =>
    call(app, admin.token, 'POST', `/api/import/${importReply.body.data.id}/undo`, { body: { ...body } });
  const stateBefore = await readDatabaseState(db);
  expect((await undoImport({ dry_run: 1 })).body).toEqual({ data: { deleted: 1, updated: 0 } });
  expect(await readDatabaseState(db)).toEqual(stateBefore);

  api.setClock(new Date('2025-07-20T04:00:00Z'));
  const closeReply = await post('month_close', { country_id: fixtures.country, month: '2025-05', remark: 'Looked at' });
  expect(closeReply.status, closeReply.text).toBe(201);
  for (const body of [{ dry_run: 1 }, {}])
    expectError(await undoImport(body), 409, body.dry_run ? 'conflict' : 'month_closed');
});
