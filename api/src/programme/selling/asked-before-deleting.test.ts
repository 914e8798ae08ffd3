import { resources } from '@innkeeper/contract';
import { checkBooks } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { writtenIn } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import { REASON, call } from '../../testing/call.ts';
import { createClosings } from '../../testing/closings.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Deleting many is asked about first: what is told to be deleted is deleted, and what is told to stay would be refused. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post, visit, remove } = createProgramme(api, admin, inputs, house.h1);
const MARCH = new Date('2025-03-20T04:00:00Z');
const MAY = new Date('2025-05-20T04:00:00Z');

const bulk = (key: string, act: string, ids: readonly number[], more: object = {}) =>
  call<{ data: object }>(app, admin.token, 'POST', `/api/${key}/${act}`, { body: { ids, ...more } });
const deleting = (key: string, ids: readonly number[]) => bulk(key, 'destroyBulk', ids, REASON.body);
const asked = async (key: string, ids: readonly number[], act = 'destroyBulk') => {
  const books = await readBooks(db);
  const reply = await bulk(key, act, ids, { dry_run: 1 });
  expect(reply.status, reply.text).toBe(200);
  expect(await readBooks(db)).toEqual(books);
  return reply.body.data;
};

const bills: { march: number; gone: number; may: number; sale: number } = { march: 0, gone: 0, may: 0, sale: 0 };
beforeAll(async () => {
  api.setClock(MARCH);
  bills.sale = (await house.sell()).body.data.transaction.id;
  [bills.march, bills.gone] = [writtenIn(await visit({})).id, writtenIn(await visit({})).id];
  expect((await remove('visit', bills.gone)).status).toBe(200);
  api.setClock(MAY);
  bills.may = writtenIn(await visit({})).id;
  expect((await createClosings(api, admin, house.country).close('2025-03')).status).toBe(201);
});

describe('a dry run of deleting many names those that stay, and why', () => {
  test('of a closed month, and lets the others go', async () => {
    expect(await asked('visit', [bills.march, bills.may])).toEqual({
      matched: 2,
      deleted: 1,
      in_use: [],
      refused: [bills.march],
      reasons: ['The month is closed.'],
    });
    expectError(await deleting('visit', [bills.march, bills.may]), 409, 'month_closed');
    expect((await deleting('visit', [bills.may])).body).toEqual({ data: { deleted: 1 } });
    expect(await asked('visit', [bills.gone, bills.may], 'restoreBulk')).toMatchObject({
      matched: 2,
      restored: 1,
      refused: [bills.gone],
      reasons: ['The month is closed.'],
    });
    expect((await bulk('visit', 'restoreBulk', [bills.may])).status).toBe(200);
  });

  test('sales of which a voucher was redeemed, by the voucher, beside others', async () => {
    const [used, free] = [(await house.sell()).body.data, (await house.sell()).body.data];
    await house.redeem(used.member_vouchers[0]);
    const ids = [free.transaction.id, used.transaction.id, bills.sale];
    const told = await asked('transaction', ids);
    expect(told).toMatchObject({
      matched: 3,
      deleted: 1,
      refused: [bills.sale, used.transaction.id].sort((a, b) => a - b),
    });
    expect(told).toMatchObject({
      reasons: ['The month is closed.', expect.stringContaining(String(used.member_vouchers[0]?.voucher_no))],
    });
    expectError(await deleting('transaction', ids), 409);
    expect((await deleting('transaction', [free.transaction.id])).status).toBe(200);
  });

  test('vouchers that were redeemed', async () => {
    const { member_vouchers: vouchers } = (await house.sell()).body.data;
    const ids = vouchers.slice(0, 2).map(({ id }) => id);
    await house.redeem(vouchers[0]);
    expect(await asked('member_voucher', ids)).toMatchObject({
      matched: 2,
      deleted: 1,
      refused: [ids[0]],
      reasons: ['It was redeemed: void the redemption first.'],
    });
  });

  test('cards of which a voucher was redeemed, at every door', async () => {
    const { member_card, member_vouchers: vouchers } = (await house.sell()).body.data;
    await house.redeem(vouchers[0]);
    const ids = [member_card.id];
    expect(await asked('member_card', ids)).toMatchObject({ deleted: 0, refused: ids });
    for (const door of [() => deleting('member_card', ids), () => remove('member_card', member_card.id)])
      expect(expectError(await door(), 409, 'conflict').message).toContain(String(vouchers[0]?.voucher_no));
    expect(await checkBooks(db, ['redemptions'])).toEqual([]);
  });

  test('of all administrators the last one', async () => {
    await createUser(db, { level: 'group' });
    const { rows } = await sql<{
      id: number;
    }>`select id from users where is_active and deleted_at is null order by id`.execute(db.kysely);
    const ids = rows.map(({ id }) => id);
    expect(await asked('users', ids)).toMatchObject({
      matched: ids.length,
      deleted: ids.length - 1,
      refused: [ids.at(-1)],
      reasons: ['This is the last administrator; make another one first.'],
    });
    expectError(await bulk('users', 'destroyBulk', ids), 409, 'last_administrator');
  });
});

test('an import says before it is undone why it would be refused', async () => {
  const member = await inputs.create(resources.member);
  const file = csvFile([
    ['hotel_id', 'member_id', 'reference_no', 'staff_name', 'total_fb', 'visit_date'],
    [house.h1, member.id, 'IMPORTED-1', 'Ayu', '10000', '2025-05-20 03:00:00'],
  ]);
  const done = await upload<{ data: { id: number } }>(app, admin.token, 'visit', file);
  expect(done.status, done.text).toBe(201);
  const undo = (body: object) =>
    call(app, admin.token, 'POST', `/api/import/${done.body.data.id}/undo`, { body: { ...body } });
  const books = await readBooks(db);
  expect((await undo({ dry_run: 1 })).body).toEqual({ data: { deleted: 1, updated: 0 } });
  expect(await readBooks(db)).toEqual(books);

  api.setClock(new Date('2025-07-20T04:00:00Z'));
  const closed = await post('month_close', { country_id: house.country, month: '2025-05', remark: 'Looked at' });
  expect(closed.status, closed.text).toBe(201);
  for (const body of [{ dry_run: 1 }, {}])
    expectError(await undo(body), 409, body.dry_run ? 'conflict' : 'month_closed');
});
