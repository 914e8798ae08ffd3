import { MAX_BULK_RECORDS, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

const editInBulk = (key: string, body: object, token = admin.token, language = 'en') =>
  call(app, token, 'POST', `/api/${key}/updateBulk`, { body, headers: { 'accept-language': language } });

describe('a bulk edit that some records reject', () => {
  /** Two details of one option, and one of another: a code is unique within its option. */
  async function createOptionDetails(): Promise<{ sameOptionIds: number[]; otherId: number }> {
    const [first, second] = [await inputs.create(resources.option), await inputs.create(resources.option)];
    const ids: number[] = [];
    for (const option_id of [first.id, first.id, second.id])
      ids.push((await inputs.create(resources.option_detail, { option_id })).id);
    return { sameOptionIds: ids.slice(0, 2), otherId: ids[2] ?? 0 };
  }

  test('is rejected as a whole, and its dry run returns the number and reasons in the user’s language', async () => {
    const { sameOptionIds, otherId } = await createOptionDetails();
    const before = await readDatabaseState(db);
    const body = { ids: [...sameOptionIds, otherId], set: { code: 'SHARED' } };
    for (const [language, reason] of [
      ['en', 'Code: Already in use.'],
      ['id', 'Kode: Sudah dipakai.'],
    ] as const) {
      const preview = await editInBulk('option_detail', { ...body, dry_run: 1 }, admin.token, language);
      expect([preview.status, preview.body]).toEqual([
        200,
        { data: { matched: 3, updated: 2, rejected: [sameOptionIds[1]], reasons: [reason] } },
      ]);
    }
    const rejection = expectError(await editInBulk('option_detail', body), 422, 'validation_failed');
    expect(rejection.errors?.['code']).toEqual(['Already in use.']);
    expect(await readDatabaseState(db)).toEqual(before);
    expect((await editInBulk('option_detail', { ...body, ids: [sameOptionIds[0], otherId] })).body).toEqual({
      data: { updated: 2 },
    });
  });

  test('checks each record after the changes of earlier ones: the last administrator remains', async () => {
    await db.kysely.updateTable('users').set({ is_active: false }).where('id', '<>', admin.id).execute();
    const otherUser = await createUser(db, { level: 'group' });
    const body = { ids: [admin.id, otherUser.id], set: { is_active: 0 } };
    const preview = await editInBulk('users', { ...body, dry_run: 1 });
    expect(preview.body).toMatchObject({ data: { matched: 2, updated: 1, rejected: [otherUser.id] } });
    expect(expectError(await editInBulk('users', body), 409, 'last_administrator').errors?.['ids']).toEqual([
      String(otherUser.id),
    ]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from users where is_active`.execute(db.kysely);
    expect(rows[0]?.n).toBe(2);
  });

  /** The records that a dry run rejects; its reasons must match the errors of the actual call. */
  async function expectSameRejection(key: string, ids: readonly number[], set: object): Promise<readonly number[]> {
    const before = await readDatabaseState(db);
    const url = `/api/${key}/updateBulk`;
    const preview = await call<{ data: PreviewResult }>(app, admin.token, 'POST', url, {
      body: { ids, set, dry_run: 1 },
    });
    const { data } = preview.body;
    const { message, errors = {} } = (await call<RejectedRow>(app, admin.token, 'POST', url, { body: { ids, set } }))
      .body;
    const { ids: _, ...fields } = errors;
    const messages = [message, ...Object.values(fields).flat()];
    expect(messages.filter((text) => data.reasons.join(' ').includes(text))).not.toEqual([]);
    expect(data.updated).toBe(ids.length - data.rejected.length);
    expect(await readDatabaseState(db)).toEqual(before);
    return data.rejected;
  }
  interface PreviewResult {
    readonly updated: number;
    readonly rejected: readonly number[];
    readonly reasons: readonly string[];
  }
  interface RejectedRow {
    readonly message: string;
    readonly errors?: Readonly<Record<string, readonly string[]>>;
  }

  test.each(['mail_template', 'mail_language'] as const)(
    'returns the error in its dry run: the last %s of a mail',
    async (key) => {
      const rows = await db.kysely.selectFrom(key).select('id').where('deleted_at', 'is', null).orderBy('id').execute();
      const ids = rows.map(({ id }) => id);
      expect((await expectSameRejection(key, ids, { is_active: 0 })).length).toBeGreaterThan(0);
    },
  );

  test('returns the error in its dry run: lines whose sum falls below the discount', async () => {
    const sale = await inputs.create(resources.transaction);
    const lines: number[] = [];
    for (const unit_price of ['100', '100']) {
      const line = { transaction_id: sale.id, quantity: 1, unit_price };
      lines.push((await inputs.create(resources.transaction_detail, line)).id);
    }
    await call(app, admin.token, 'POST', `/api/transaction/${sale.id}`, { body: { discount: '50' } });
    expect(await expectSameRejection('transaction_detail', lines, { quantity: 0 })).toEqual([lines[1]]);
  });

  test('returns the error in its dry run: a bill number of another visit of the hotel', async () => {
    const visits = [await inputs.create(resources.visit), await inputs.create(resources.visit)].map(({ id }) => id);
    expect(await expectSameRejection('visit', visits, { reference_no: 'ONE-BILL' })).toEqual([visits[1]]);
  });

  test('checks a reference once for all records: an invisible target is an invalid value', async () => {
    const otherPlace = await createBaseRecords(db);
    const clerk = await createUser(db, { level: 'region', assignments: [{ region_id: baseRecords.region }] });
    const ids = [(await inputs.create(resources.member)).id, (await inputs.create(resources.member)).id];
    const before = await readDatabaseState(db);
    for (const dry_run of [0, 1]) {
      const body = { ids, set: { hotel_id: otherPlace.hotel }, dry_run };
      expectInvalid(await editInBulk('member', body, clerk.token), 'hotel_id');
    }
    expect(await readDatabaseState(db)).toEqual(before);
  });
});

test('a bulk edit accepts at most 10,000 records, by ids or by filter, and finishes in seconds', async () => {
  await sql`insert into membership (name, code, price, renewal_price, min_visit, min_visit_to_upgrade, is_free,
        is_regional)
    select 'Many', 'MANY-' || n, 1, 1, 1, 1, false, false from generate_series(0, ${MAX_BULK_RECORDS}) n`.execute(
    db.kysely,
  );
  const filter = { 'filter[name][exact]': 'Many' };
  const before = await readDatabaseState(db);
  for (const dry_run of [0, 1])
    expectInvalid(await editInBulk('membership', { filter, set: { price: '2' }, dry_run }), 'filter');
  expect(await readDatabaseState(db)).toEqual(before);

  // A connection that has written single records caches its plans, which must not be reused for a large write.
  const ids = await db.kysely.selectFrom('membership').select('id').where('name', '=', 'Many').orderBy('id').execute();
  const [remainingId] = ids;
  for (const { id } of ids.slice(1, 12)) await editInBulk('membership', { ids: [id], set: { price: '3' } });
  const startedAt = performance.now();
  const validReply = await editInBulk('membership', { filter, except: [remainingId?.id], set: { price: '4' } });
  expect([validReply.status, validReply.body]).toEqual([200, { data: { updated: MAX_BULK_RECORDS } }]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
