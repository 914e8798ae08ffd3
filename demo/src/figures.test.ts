import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { seedDemo } from './seed-demo.ts';
import { checkBooks, createTestDatabase } from '@innkeeper/db/testing';

const NOW = new Date('2026-11-21T03:00:00Z');

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  db = openDatabase({ url, connections: 8 });
  close = () => db.close().then(drop);
  await seedDemo(db, { members: 60, passwordHash: 'hash', now: NOW });
});
afterAll(() => close());

const drifted = () => checkBooks(db, ['figures']);

/** The n-th record of a table, however many it has; among few of them, so that writes meet. */
const nth = (table: string) => `(select id from ${table} order by id offset $1::int % 7 limit 1)`;
const other = (table: string) =>
  `(select id from ${table} order by id offset $2::int % (select count(*)::int from ${table}) limit 1)`;
/** A transaction that is no sale, which may change. */
const BILL = `(select id from transaction where not is_sale(transaction_type_id) order by id offset $1::int % 3 limit 1)`;
const toggle = (table: string) =>
  `update ${table} set deleted_at = case when deleted_at is null then now() end where id = ${nth(table)} and $2::int is not null`;

/** What staff, sales, renewals, merges and corrections write, each as one statement over two drawn numbers. */
const WRITES: Readonly<Record<string, string>> = {
  visit: `insert into visit (hotel_id, member_id, reference_no, staff_name, total_room, visit_date)
          select ${other('hotel')}, ${nth('member')}, gen_random_uuid(), 'Somebody', $2::int, now() - ($2::int % 800 || ' days')::interval`,
  'visit moved': `update visit set member_id = ${other('member')} where id = ${nth('visit')} and set_config('innkeeper.moving', 'on', true) = 'on'`,
  'visit corrected': `update visit set visit_date = visit_date - interval '20 days', total_fb = $2::int where id = ${nth('visit')}`,
  'visit deleted': toggle('visit'),
  sale: `insert into transaction (hotel_id, member_id, transaction_type_id)
         select ${other('hotel')}, ${nth('member')}, t.transaction_type_id from transaction t order by t.id limit 1`,
  bill: `insert into transaction (hotel_id, member_id) select ${other('hotel')}, ${nth('member')}`,
  line: `insert into transaction_detail (transaction_id, unit_price) values (${BILL}, $2::int)`,
  'line changed': `update transaction_detail set quantity = $2::int % 5 where transaction_id = ${BILL}`,
  'bill corrected': `update transaction set transaction_date = transaction_date - interval '3 weeks' where id = ${BILL} and $2::int is not null`,
  'sale deleted': toggle('transaction'),
  'member elsewhere': `update member set hotel_id = ${other('hotel')}, member_date = member_date + $2::int % 9 where id = ${nth('member')}`,
  'member switched': `update member set is_active = not is_active where id = ${nth('member')} and $2::int is not null`,
  'member deleted': toggle('member'),
  'card switched': `update member_card set is_active = not is_active where id = ${nth('member_card')} and $2::int is not null`,
  'card shortened': `update member_card set end_date = end_date - $2::int % 60 where id = ${nth('member_card')}`,
  'card handed over': `update member_card set member_id = ${other('member')}, is_active = not is_active where id = ${nth('member_card')}`,
  'card deleted': toggle('member_card'),
  voucher: `insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
            select c.id, v.id, c.start_date, c.end_date from member_card c, voucher v
            where c.id = ${nth('member_card')} order by v.id offset $2::int % 5 limit 1`,
  'voucher extended': `update member_voucher set valid_until_date = valid_until_date + $2::int % 90 where id = ${nth('member_voucher')}`,
  'voucher exchanged': `update member_voucher set voucher_id = ${other('voucher')} where id = ${nth('member_voucher')}`,
  'voucher of another card': `update member_voucher set member_card_id = ${other('member_card')} where id = ${nth('member_voucher')}`,
  'voucher deleted': toggle('member_voucher'),
  redemption: `insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
               values (${nth('member_voucher')}, ${other('hotel')}, now(), 'B', 'Somebody')`,
  'redemption elsewhere': `update voucher_redeem set redeem_hotel_id = ${other('hotel')}, redeem_date = redeem_date - interval '20 days' where id = ${nth('voucher_redeem')}`,
  'redemption voided': toggle('voucher_redeem'),
  'all cards switched off': `update member_card set is_active = false where $1::int % 5 = 0 and member_id = ${other('member')}`,
  fold: `select fold_figures() where $1::int is not null and $2::int is not null`,
};
/** They lock whole tables, which the races leave to others. */
const ZONES: Readonly<Record<string, string>> = {
  'zone of a hotel': `update hotel set time_zone = (array['Asia/Jakarta', 'Pacific/Kiritimati', 'America/Los_Angeles', null])[1 + $2::int % 4] where id = ${nth('hotel')}`,
  'zone of a country': `update country set time_zone = (array['Asia/Jakarta', 'Pacific/Apia'])[1 + $2::int % 2] where id = (select country_id from hotel order by id offset $1::int % 20 limit 1)`,
  'country of a hotel': `update hotel set country_id = (select country_id from hotel order by id offset $2::int % 24 limit 1) where id = ${nth('hotel')}`,
};

/** What the database refuses has happened to nobody: 23 a rule about data, 40P01 two that waited for one another. */
async function write(statement: string, values: readonly [number, number]): Promise<boolean> {
  try {
    await db.pool.query(statement, [...values]);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === '40P01' || error.code?.startsWith('23'))) return false;
    throw error;
  }
}

const number = fc.nat(10_000);
const writesOf = (kinds: Readonly<Record<string, string>>) =>
  fc.record({ kind: fc.constantFrom(...Object.keys(kinds)), values: fc.tuple(number, number) });

it('keeps the figures as a count of the records would give them, whatever is written', async () => {
  const all = { ...WRITES, ...ZONES };
  const written = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(writesOf(all), { minLength: 8, maxLength: 14 }), async (writes) => {
      for (const { kind, values } of writes) {
        if (await write(all[kind] ?? '', values)) written.add(kind);
        expect(await drifted(), kind).toEqual([]);
      }
    }),
    { numRuns: 14, seed: 17, endOnFailure: true },
  );
  // None of the writes is one that the database always refuses.
  for (const kind of Object.keys(all)) if (!written.has(kind)) expect(await tried(all[kind] ?? ''), kind).toBe(true);
  expect(await drifted()).toEqual([]);
}, 120_000);

async function tried(statement: string): Promise<boolean> {
  for (let n = 0; n < 40; n += 1) if (await write(statement, [n, n * 7])) return true;
  return false;
}

it('keeps them where many write the same members, cards and vouchers at once', async () => {
  const [writes] = fc.sample(fc.array(writesOf(WRITES), { minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 5 });
  if (!writes) throw new Error('Nothing was drawn');
  const racers = Array.from({ length: 8 }, async (_, racer) => {
    for (let n = racer; n < writes.length; n += 8) {
      const drawn = writes[n];
      if (drawn) await write(WRITES[drawn.kind] ?? '', drawn.values);
    }
  });
  await Promise.all(racers);
  expect(await drifted()).toEqual([]);
}, 120_000);

describe('two that write at the same moment', () => {
  /** The second begins while the first has written and not yet committed; it ends, or waits, before the first does. */
  async function meet(first: string, second: string): Promise<void> {
    const [one, other] = [await db.pool.connect(), await db.pool.connect()];
    try {
      await one.query('begin');
      await one.query(first);
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
      const written = other.query(second);
      const state = { isOver: false };
      const over = () => void (state.isOver = true);
      written.then(over, over);
      while (!(await waits(rows[0]?.pid ?? 0)) && !state.isOver);
      await one.query('commit');
      await written;
    } finally {
      one.release();
      other.release();
    }
    expect(await drifted()).toEqual([]);
  }
  const waits = async (pid: number): Promise<boolean> =>
    (await db.pool.query(`select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`, [pid]))
      .rowCount === 1;
  /** An open voucher that no other of these tests has. */
  async function openVoucher(): Promise<{ id: number; card: number; member: number }> {
    const { rows } = await db.pool.query<{ id: number; card: number; member: number }>(
      `select v.id, v.member_card_id as card, v.member_id as member from voucher_open o join member_voucher v on v.id = o.member_voucher_id
       order by v.id desc limit 1`,
    );
    const [voucher] = rows;
    if (!voucher) throw new Error('No voucher is open');
    return voucher;
  }
  const redemption = (id: number) =>
    `insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
     select ${id}, min(id), now(), 'B', 'Somebody' from hotel`;

  it('a redemption, and the card switched off', async () => {
    const { id, card } = await openVoucher();
    await meet(redemption(id), `update member_card set is_active = false where id = ${card}`);
  });

  it('the member switched off, and a redemption', async () => {
    const { id, member } = await openVoucher();
    await meet(`update member set is_active = false where id = ${member}`, redemption(id));
  });

  it('a voucher issued, and its card switched off', async () => {
    const { id, card } = await openVoucher();
    await meet(
      `insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
       select member_card_id, voucher_id, redeem_date, valid_until_date from member_voucher where id = ${id}`,
      `update member_card set is_active = false where id = ${card}`,
    );
  });

  it('a voucher issued, and its member moved to another hotel', async () => {
    const { id, member } = await openVoucher();
    await meet(
      `insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
       select member_card_id, voucher_id, redeem_date, valid_until_date from member_voucher where id = ${id}`,
      `update member m set hotel_id = (select min(id) from hotel h where h.id <> m.hotel_id) where id = ${member}`,
    );
  });
});

it('folds what has happened into one row a figure, and changes no sum by it', async () => {
  const sums = async () =>
    (
      await db.pool.query<object>(
        'select kind, sum(number)::text as n, sum(amount)::text as amount from figure_now group by 1 order by 1',
      )
    ).rows;
  await write(WRITES['visit'] ?? '', [1, 12]);
  const before = await sums();
  const { rows } = await db.pool.query<{ folded: number }>('select fold_figures() as folded');
  expect(rows[0]?.folded).toBeGreaterThan(0);
  expect(await sums()).toEqual(before);
  expect((await db.pool.query('select from figure_delta')).rowCount).toBe(0);
});
