import { resources } from '@innkeeper/contract';
import type { SetupSteps, VoucherSet } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** The first day of a programme: each step is done once its record exists. The tests build on each other. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });

const readSteps = async (): Promise<SetupSteps> => {
  const { status, body, text } = await call<{ data: SetupSteps }>(app, admin.token, 'GET', '/api/setup');
  expect(status, text).toBe(200);
  return body.data;
};
const post = (path: string, body = {}, token = admin.token) =>
  call<{ data: { created: number } }>(app, token, 'POST', `/api/setup/${path}`, { body });

test('nothing but the role group of administrators exists at first, and only administrators are told', async () => {
  await sql`update role_group set deleted_at = now() where id <> ${admin.roleGroupId}`.execute(db.kysely);
  expect(await readSteps()).toEqual({
    region: false,
    country: false,
    hotel: false,
    membership: false,
    voucher: false,
    role_group: false,
    user: false,
    mail: false,
    sale: false,
  });
  const clerk = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'STORE_MEMBER'] });
  expectError(await call(app, clerk.token, 'GET', '/api/setup'), 403, 'forbidden');
  expectError(await post('role_groups', {}, clerk.token), 403, 'forbidden');
  expectError(await post('vouchers', { membership_id: 1 }, clerk.token), 403, 'forbidden');
});

test('the usual role groups are created once, with their rights', async () => {
  const { body, status, text } = await post('role_groups');
  expect(status, text).toBe(201);
  expect(body.data.created).toBe(5);
  expect((await post('role_groups')).body.data.created).toBe(0);
  const { rows } = await sql<{ codes: string[] }>`
    select array_agg(r.name order by r.name) as codes from role_group g
    join role_group_role x on x.role_group_id = g.id join roles r on r.id = x.roles_id
    where g.name = 'Restaurant outlet'`.execute(db.kysely);
  expect(rows[0]?.codes).toEqual([
    'STORE_VISIT',
    'STORE_VOUCHER_REDEEM',
    'VIEW_MEMBER',
    'VIEW_MEMBER_VOUCHER',
    'VIEW_SEARCH',
    'VIEW_VISIT',
    'VIEW_VOUCHER',
    'VIEW_VOUCHER_REDEEM',
  ]);
  expect(await readSteps()).toMatchObject({ role_group: true, user: false });
});

test('nobody creates role groups with more rights than their own', async () => {
  await sql`update role_group set deleted_at = now() where name = 'Programme finance'`.execute(db.kysely);
  const limited = await createUser(db, { level: 'group', codes: ['STORE_ROLE_GROUP', 'VIEW_ROLE_GROUP'] });
  expectError(await post('role_groups', {}, limited.token), 403, 'forbidden');
});

test('starter vouchers have pictures, texts in both languages, and nominals by the price', async () => {
  const inputs = createInputs(api, admin, await createBaseRecords(db));
  const fixtures = await createFixtures(api, admin, inputs);
  expectInvalid(await post('vouchers'), 'membership_id');
  expectError(await post('vouchers', { membership_id: 99_999 }), 404, 'record_not_found');
  const membership = await inputs.create(resources.membership, { price: '4950000.000', is_free: 0, rank: 0 });
  const { body, status, text } = await post('vouchers', { membership_id: membership.id });
  expect(status, text).toBe(201);
  expect(body.data.created).toBe(8);
  const { rows } = await sql<{ name: string; nominal: string; pictures: number }>`
    select v.name, v.nominal::text, (select count(*)::int from stored_file f where f.name = v.file_url) as pictures
    from voucher v where v.membership_id = ${membership.id} order by v.sort_no`.execute(db.kysely);
  expect(rows.slice(0, 4)).toEqual([
    { name: 'Welcome drink for two', nominal: '250000.000', pictures: 1 },
    { name: 'Breakfast buffet for two', nominal: '750000.000', pictures: 1 },
    { name: 'Dining voucher', nominal: '750000.000', pictures: 1 },
    { name: '20% off dinner', nominal: '500000.000', pictures: 1 },
  ]);
  const other = await inputs.create(resources.membership, { price: '4950000.000', is_free: 0, rank: 0 });
  const { body: sets } = await call<{ data: VoucherSet[] }>(app, admin.token, 'GET', '/api/setup/voucher_sets');
  expect(sets.data.map(({ set }) => set)).toEqual(['common', 'dining', 'stay', 'spa', 'family']);
  expectInvalid(await post('vouchers', { membership_id: other.id, set: 'golf' }), 'set');
  for (const { set, vouchers } of sets.data.slice(1)) {
    expect((await post('vouchers', { membership_id: other.id, set })).body.data.created, set).toBe(vouchers.length);
    const { rows: created } = await sql<Omit<VoucherSet['vouchers'][number], 'picture'>>`
      select v.name, v.name_id, v.quantity from voucher v where v.membership_id = ${other.id}
      order by v.id desc limit ${vouchers.length}`.execute(db.kysely);
    expect(created.toReversed()).toEqual(vouchers.map(({ picture: _, ...shown }) => shown));
    expect(vouchers.every(({ name, picture }) => !name.includes('{') && picture.startsWith('data:image/svg'))).toBe(
      true,
    );
  }
  const free = await inputs.create(resources.membership, { price: '0.000', is_free: 1, rank: 0 });
  expect((await post('vouchers', { membership_id: free.id })).status).toBe(201);

  await fixtures.sell();
  const assignments = [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }];
  await createUser(db, { level: 'property', assignments });
  expect(await readSteps()).toEqual({
    region: true,
    country: true,
    hotel: true,
    membership: true,
    voucher: true,
    role_group: true,
    user: true,
    mail: false,
    sale: true,
  });
});
