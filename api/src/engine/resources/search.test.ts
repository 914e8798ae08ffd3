import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { listIn } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

test('a word in thousands of referenced records finds exactly the records that reference them', async () => {
  const details = getResource('transaction_detail');
  const sold = await inputs.create(getResource('transaction'));
  const mine = await inputs.create(details, { transaction_id: sold.id, description: 'Dinner' });
  await db.pool.query(
    `insert into transaction (transaction_type_id, hotel_id, transaction_no)
     select $1, $2, 'MANY' || n from generate_series(1, 1500) n`,
    [sold.transaction_type_id, baseRecords.hotel],
  );
  const { rows } = await db.pool.query<{ id: number }>(`select id from transaction where transaction_no = 'MANY1400'`);
  const other = await inputs.create(details, { transaction_id: Number(rows[0]?.id), description: 'Lunch' });
  const found = async (search: string) =>
    listIn(details, await call(app, admin.token, 'GET', `/api/transaction_detail?search=${search}`)).map(
      ({ id }) => id,
    );
  expect(await found('many')).toEqual([other.id]);
  expect(await found('many14')).toEqual([other.id]);
  expect(await found('many15')).toEqual([]);
  expect(await found(`many lunch`)).toEqual([other.id]);
  expect(await found(String(sold.transaction_no))).toEqual([mine.id]);
});
