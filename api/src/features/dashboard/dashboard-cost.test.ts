import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectPlannedOnceAndCached } from '../../testing/planned-once.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';

/** What a dashboard costs, in statements, plans and bytes. */

const api = await startTestApp({ connections: 1 });
const { app, db } = api;
await seedDemo(db, { members: 300, passwordHash: 'hash', now: new Date() });
const { rows } = await sql<{ hotel: number; region: number }>`
  select h.id as hotel, c.region_id as region from hotel h join country c on c.id = h.country_id order by h.id limit 1`.execute(
  db.kysely,
);
const [place] = rows;
if (!place) throw new Error('The demonstration has no hotels');
const admin = await createUser(db, { level: 'group' });
const regional = await createUser(db, { level: 'region', assignments: [{ region_id: place.region }] });
const clerk = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: place.region, restrict_hotel_id: place.hotel }],
});

const read = async (user: TestUser, query: string): Promise<string> => {
  const reply = await call(app, user.token, 'GET', `/api/dashboard${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.text;
};

const DASHBOARDS = [
  ['the group', admin, ''],
  ['a region', regional, ''],
  ['one hotel', clerk, ''],
  ['a hotel that the group requests', admin, `?hotel_id=${place.hotel}`],
  ['a region and months that the group requests', admin, `?region_id=${place.region}&from=2026-01&to=2026-06`],
] as const;

test.each(DASHBOARDS)('the dashboard of %s is one statement, planned once, and cached', async (_, user, query) => {
  await expectPlannedOnceAndCached(api, () => read(user, query));
});

test('the dashboard of a group of 24 hotels in six currencies has at most 75 kB', async () => {
  expect((await read(admin, '')).length).toBeLessThan(75_000);
});
