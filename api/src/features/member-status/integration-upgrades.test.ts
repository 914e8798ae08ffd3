import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createSystem } from '../../testing/system.ts';
import { createHotel } from '../../testing/base-records.ts';
import { startStatusServer } from './member-status-helpers.ts';

/** The effects of bills posted by hotels' own systems. */

const { app, db, admin, fixtures, member, readCards } = await startStatusServer();
const HOTELS = 100;
const GUESTS_PER_HOTEL = 3;
const SINGLE_POSTINGS = 8;
let bills = 0;
const createBillInput = (card_no: unknown) => ({
  card_no,
  reference_no: `S${(bills += 1)}`,
  total_fb: '100000',
  staff_name: 'PMS',
});

test('a batch that reaches the next tier and is repeated upgrades once, with one mail', async () => {
  const { member: guest, card } = await member();
  const { request } = await createSystem({ app, db }, fixtures.h1);
  const night = Array.from({ length: 12 }, () => createBillInput(card.sbec_no));
  const batches = [night.slice(0, 7), night.slice(5), night];
  const replies = await Promise.all(batches.map((visits) => request('POST', 'visits/batch', { visits })));
  for (const { status, text } of replies) expect(status, text).toBe(200);
  expect((await request('POST', 'visits/batch', { visits: night })).text).toContain('"created":0,"exists":12');
  await expectOneUpgrade(guest.id);
});

test('concurrent bills that reach the next tier upgrade once, with one mail', async () => {
  const { member: guest, card } = await member();
  const { request } = await createSystem({ app, db }, fixtures.h1);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => request('POST', 'visits', createBillInput(card.sbec_no))),
  );
  for (const { status, text } of replies) expect(status, text).toBe(201);
  await expectOneUpgrade(guest.id);
});

async function expectOneUpgrade(memberId: number): Promise<void> {
  const cards = await readCards(memberId);
  expect(cards.map(({ membership_id }) => membership_id)).toEqual([fixtures.gold, fixtures.platinum]);
  const mails = await call<{ data: { mail_type: { code: string } }[] }>(
    app,
    admin.token,
    'GET',
    `/api/mail_log?member_id=${memberId}&per_page=100`,
  );
  expect(mails.body.data.filter(({ mail_type }) => mail_type.code === 'upgrade')).toHaveLength(1);
}

test('each bill is posted once when a hundred hotels post the same guests together, also in batches', async () => {
  const guests = await Promise.all(Array.from({ length: 10 }, () => member()));
  const { rows } = await sql<{ country_id: number }>`select country_id from hotel where id = ${fixtures.h1}`.execute(
    db.kysely,
  );
  const hotels = await Promise.all(Array.from({ length: HOTELS }, () => createHotel(db, rows[0]?.country_id ?? 0)));
  const replies = await Promise.all(
    hotels.map(async (hotel, n) => {
      const { request } = await createSystem({ app, db }, hotel);
      const servedGuests = Array.from({ length: GUESTS_PER_HOTEL }, (_, i) => guests[(n * 7 + i * 3) % guests.length]);
      const visits = servedGuests.map((guest) => createBillInput(guest?.card.sbec_no));
      const singleRows = Array.from({ length: SINGLE_POSTINGS }, (_, i) =>
        createBillInput(guests[(n * 3 + i * 7) % guests.length]?.card.sbec_no),
      );
      const post = async (path: string, body: object = {}): ReturnType<typeof request> => {
        const reply = await request('POST', path, body);
        // An overloaded process tells its callers to retry.
        return reply.status === 503 ? post(path, body) : reply;
      };
      const replies = await Promise.all([
        post('visits/batch', { visits }),
        ...[visits[0], ...singleRows].map((item) => post('visits', item)),
      ]);
      return replies.map(({ status, text }) => (status < 300 ? 'posted' : text));
    }),
  );
  expect(replies.flat().filter((item) => item !== 'posted')).toEqual([]);
  const { rows: counts } = await sql<{ n: number; once: number }>`
    select count(*)::int as n, count(distinct (hotel_id, reference_no))::int as once from visit
    where hotel_id = any(${hotels}::bigint[])`.execute(db.kysely);
  const visitCount = HOTELS * (GUESTS_PER_HOTEL + SINGLE_POSTINGS);
  expect(counts).toEqual([{ n: visitCount, once: visitCount }]);
  const { rows: stats } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db.kysely);
  expect(stats).toEqual([{ deadlocks: 0 }]);
});
