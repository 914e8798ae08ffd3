import { getColumn, resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { parseList } from '../../testing/responses.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { conditionSql } from './conditions.ts';
import { setupTableLookupSql } from './setup-table-lookup.ts';
import { createSource } from './source.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

test.each<Readonly<Record<string, string>>>([
  { sort: 'locked_reason' },
  { 'filter[locked_reason][includes]': 'month_closed' },
])('a list is neither sorted nor filtered by what is only computed for the shown records: $0', async (query) => {
  const reply = await call(app, admin.token, 'GET', `/api/visit?${queryString(query)}`);
  expectInvalid(reply, Object.keys(query)[0] ?? '');
  expect(reply.text).toContain('neither be sorted nor filtered');
});

const context = { now: new Date(), timeZone: 'UTC' };
const conditionFor = (source: ReturnType<typeof createSource>, column: string) => {
  const condition = { column, operator: 'null', value: '1' } as const;
  return conditionSql(source, getColumn(source.definition, column), condition, context).compile(db.kysely).sql;
};

test('a required column is known not to be empty, except one of another record, which may be hidden', () => {
  const visits = createSource(resources.visit, {});
  expect(conditionFor(visits, 'staff_name')).toBe('false');
  for (const column of ['remark', 'membership.name', 'member.name'])
    expect(conditionFor(visits, column), column).toContain('is null');
  const vouchers = createSource(resources.member_voucher, {});
  expect(conditionFor(vouchers, 'voucher.membership.name')).toBe('false');
  expect(conditionFor(vouchers, 'transaction.transaction_no')).toContain('is null');
});

test('a condition behind tables of few records is planned for the first of them', async () => {
  const source = createSource(resources.member_voucher, {});
  const condition = {
    column: 'voucher.membership.currency_country.currency',
    operator: 'contains',
    value: 'ID',
  } as const;
  const filter = { path: getColumn(resources.member_voucher, condition.column), condition };
  const statement = setupTableLookupSql(source, filter, {}, context, false)?.compile(db.kysely).sql;
  expect(statement).toContain('t."voucher_id" = any(array(select setup.id from "voucher" setup');
});

test('in a large table a word of one or two letters is found at the beginning of words only', async () => {
  const createMember = (first_name: string, last_name: string) =>
    inputs.create(resources.member, { first_name, last_name });
  const [li, , jiang] = [
    await createMember('Mei', 'Li'),
    await createMember('Alika', 'Wahyu'),
    await createMember('江日', '本田'),
  ];
  const visit = await inputs.create(resources.visit, { member_id: li.id });
  const search = async (key: 'member' | 'visit', word: string) =>
    parseList(resources[key], await call(app, admin.token, 'GET', `/api/${key}?${queryString({ search: word })}`)).map(
      ({ id }) => id,
    );
  expect(await search('member', 'li')).toHaveLength(2);
  await db.pool.query(`insert into row_count (resource, bucket, live, deleted) values ('member', 0, 50000, 0)`);
  expect(await search('member', 'li')).toEqual([li.id]);
  expect(await search('member', '本田')).toEqual([jiang.id]);
  expect(await search('visit', 'li')).toEqual([visit.id]);
  expect(await search('member', 'ika')).toHaveLength(1);
});
