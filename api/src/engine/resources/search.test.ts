import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
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
  const transaction = await inputs.create(getResource('transaction'));
  const ownRecord = await inputs.create(details, { transaction_id: transaction.id, description: 'Dinner' });
  await db.pool.query(
    `insert into transaction (transaction_type_id, hotel_id, transaction_no)
     select $1, $2, 'MANY' || n from generate_series(1, 1500) n`,
    [transaction.transaction_type_id, baseRecords.hotel],
  );
  const { rows } = await db.pool.query<{ id: number }>(`select id from transaction where transaction_no = 'MANY1400'`);
  const otherRecord = await inputs.create(details, { transaction_id: Number(rows[0]?.id), description: 'Lunch' });
  const searchIds = async (search: string) =>
    parseList(details, await call(app, admin.token, 'GET', `/api/transaction_detail?search=${search}`)).map(
      ({ id }) => id,
    );
  expect(await searchIds('many')).toEqual([otherRecord.id]);
  expect(await searchIds('many14')).toEqual([otherRecord.id]);
  expect(await searchIds('many15')).toEqual([]);
  expect(await searchIds(`many lunch`)).toEqual([otherRecord.id]);
  expect(await searchIds(String(transaction.transaction_no))).toEqual([ownRecord.id]);
});
