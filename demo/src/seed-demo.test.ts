import { type Field, type ResourceKey, WORLD_REGION, getResource, isWritable } from '@innkeeper/contract';
import { schemaForCreate, fieldErrors } from '@innkeeper/contract/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { checkIntegrity, createTestDatabase } from '@innkeeper/db/testing';
import { demoAccounts } from './accounts.ts';
import { LEDGER_TABLES } from './ledger-rows.ts';
import { DEMO_HOTELS } from './places.ts';
import { HEAD_OFFICE } from './role-groups.ts';
import { seedDemo } from './seed-demo.ts';

const MEMBERS = 1_000;
const NOW = new Date('2026-11-21T03:00:00.400Z');
const options = { members: MEMBERS, passwordHash: '$argon2id$for-tests', now: NOW };

interface Demo {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

async function openDemo(): Promise<Demo> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url });
  return { db, close: () => db.close().then(drop) };
}

const rows = async <Row extends object>(db: Db, sql: string): Promise<Row[]> => (await db.pool.query<Row>(sql)).rows;

it('the demonstration is the same in every database', async () => {
  const [firstDemo, secondDemo] = await Promise.all([openDemo(), openDemo()]);
  for (const { db } of [firstDemo, secondDemo]) await seedDemo(db, { ...options, members: 150 });
  const digest = (table: string, order: string, ignored = '') =>
    `select '${table}' as table, count(*)::int,
        md5(string_agg((to_jsonb(t) - '{${ignored}}'::text[])::text, '' order by ${order})) from ${table} t`;
  const digests = [
    ...['region', 'hotel', 'membership', 'users', 'region_users', 'voucher', 'integration', 'mail_log'].map((table) =>
      digest(table, 'id'),
    ),
    ...['member', ...LEDGER_TABLES].map((table) => digest(table, 'id')),
    // The seeding itself updates this table, so `updated_at` is the time of the run.
    ...['country', 'role_group'].map((table) => digest(table, 'id', 'updated_at')),
    digest('audit_log', 'id', 'at,hash'),
    digest('role_group_role', 'role_group_id, roles_id'),
  ].join(' union all ');
  const queuedDigests = `select * from (${digests}) digests order by "table"`;
  expect(await rows(secondDemo.db, queuedDigests)).toEqual(await rows(firstDemo.db, queuedDigests));
  await Promise.all([firstDemo.close(), secondDemo.close()]);
});

const REASON_OPTIONAL: ReadonlySet<ResourceKey> = new Set(['member_card', 'member_voucher']);

describe('the demonstration programme', () => {
  let demo: Demo;
  let db: Db;
  beforeAll(async () => {
    demo = await openDemo();
    ({ db } = demo);
    await seedDemo(db, options);
  });
  afterAll(() => demo.close());

  it('does nothing if any user exists', async () => {
    expect(await seedDemo(db, options)).toBe(false);
    expect(await rows(db, 'select count(*)::int from member')).toEqual([{ count: MEMBERS }]);
  });

  it('has 3 regions besides World, 6 countries, 24 hotels, 6 memberships and the requested members', async () => {
    expect(await rows(db, `select count(*)::int from region where code <> '${WORLD_REGION}'`)).toEqual([{ count: 3 }]);
    const countries = await rows(
      db,
      `select c.cca2, r.code, c.usd_rate is not null as rated from country c join region r on r.id = c.region_id
        where r.code <> '${WORLD_REGION}' order by c.cca2`,
    );
    expect(countries).toEqual([
      { cca2: 'ID', code: 'IDN', rated: true },
      { cca2: 'MY', code: 'STR', rated: true },
      { cca2: 'PH', code: 'STR', rated: true },
      { cca2: 'SG', code: 'STR', rated: true },
      { cca2: 'TH', code: 'MKG', rated: true },
      { cca2: 'VN', code: 'MKG', rated: true },
    ]);
    expect(await rows(db, 'select count(*)::int as hotels from hotel')).toEqual([{ hotels: 24 }]);
    expect(await rows(db, 'select code from membership order by rank')).toEqual(
      ['SHB', 'SHP', 'SHU', 'SLV', 'GLD', 'PLT'].map((code) => ({ code })),
    );
    expect(await rows(db, 'select count(*)::int as members from member')).toEqual([{ members: MEMBERS }]);
  });

  it.each([
    'region',
    'country',
    'hotel',
    'membership',
    'users',
    'role_group',
    'region_users',
    'voucher',
    'integration',
    'member',
    'transaction',
    'transaction_detail',
    'member_card',
    'member_voucher',
    'voucher_redeem',
    'visit',
  ] satisfies ResourceKey[])('has only rows of %s that pass input validation', async (key) => {
    const definition = getResource(key);
    const fields = Object.entries<Field>(definition.fields).filter(([, f]) => isWritable(f) && f.kind !== 'references');
    const schema = schemaForCreate(definition);
    const errors = (await rows<Record<string, unknown>>(db, `select * from ${key}`)).flatMap((row) => {
      const input = Object.fromEntries(fields.map(([name, f]) => [name, toInputValue(f, row[name])]));
      // Cards and vouchers of a sale have no reason: only manually created ones need one.
      const parsed = schema.safeParse(
        REASON_OPTIONAL.has(key) ? { ...input, remark: input['remark'] ?? 'Came with a sale' } : input,
      );
      return parsed.success ? [] : [{ id: row['id'], ...fieldErrors(parsed.error) }];
    });
    expect(errors).toEqual([]);
  });

  it('passes reconciliation', async () => {
    expect(await checkIntegrity(db)).toEqual([]);
  });

  it.each(['member', ...LEDGER_TABLES, 'voucher', 'integration', 'mail_log'])(
    'logs every change of each %s, with user and time',
    async (table) => {
      const log = `from audit_log o where o.resource = '${table}' and o.record_id = t.id`;
      expect(
        await rows(
          db,
          `select t.id from ${table} t where t.version <> (select count(*) ${log})
             or t.updated_at <> (select max(at) ${log})
           or t.updated_by_id is distinct from (select actor_id ${log} order by id desc limit 1) limit 5`,
        ),
      ).toEqual([]);
    },
  );

  it('has reviews, upgrades and flagged activity of no user, so that anybody may decide on them', async () => {
    const authors = `select distinct requested_by_id as id from approval where kind = 'upgrade'
      union select distinct actor_id from audit_log where resource in ('term_end', 'flagged_activity')`;
    expect(await rows(db, authors)).toEqual([{ id: null }]);
  });

  it('has no future records, and no secrets in the audit log', async () => {
    const lastDays = `select greatest(${['member', 'mail_log', ...LEDGER_TABLES]
      .map((table) => `(select greatest(max(created_at), max(updated_at), max(deleted_at)) from ${table})`)
      .join(', ')}, (select max(email_verified_at) from member), (select max(visit_date) from visit)) as last`;
    const [{ last } = { last: new Date(0) }] = await rows<{ last: Date }>(db, lastDays);
    expect(last.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(JSON.stringify(await rows(db, `select after from audit_log where resource = 'users'`))).not.toContain(
      'argon2id',
    );
    expect(
      await rows(db, `select distinct after ->> 'access_token' as token from audit_log where resource = 'integration'`),
    ).toEqual([{ token: '••••••' }]);
  });

  it('has members of every status, hotel and membership, some inactive or deleted', async () => {
    const [shares] = await rows<Record<string, number>>(
      db,
      `select avg((deleted_at is not null)::int)::float as deleted, avg((not is_active)::int)::float as inactive,
              avg((valid_until_date >= '2026-11-21')::int)::float as running,
              avg((valid_until_date is null)::int)::float as cardless,
              avg((renew_date is not null)::int)::float as renewed
       from member`,
    );
    expect(shares?.['deleted']).toBeCloseTo(0.02, 1);
    expect(shares?.['inactive']).toBeCloseTo(0.03, 1);
    expect(shares?.['cardless']).toBeCloseTo(0.04, 1);
    expect(shares?.['running']).toBeGreaterThan(0.4);
    expect(shares?.['running']).toBeLessThan(0.7);
    expect(shares?.['renewed']).toBeGreaterThan(0.4);
    expect(await rows(db, 'select distinct hotel_id from member')).toHaveLength(24);
    expect(await rows(db, 'select distinct membership_id from member')).toHaveLength(6);
    expect(
      await rows(
        db,
        `select m.id from member m join membership s on s.id = m.membership_id join hotel h on h.id = m.hotel_id
         join country c on c.id = h.country_id
         where s.restrict_region_id <> c.region_id`,
      ),
    ).toEqual([]);
  });

  it('gives hotels time zones that match its own UTC offsets', async () => {
    const zones = await rows<{ code: string; hours: number }>(
      db,
      `select h.code,
         (extract(epoch from (now() at time zone coalesce(h.time_zone,
                 c.time_zone)) - (now() at time zone 'UTC')) / 3600)::int as hours
       from hotel h join country c on c.id = h.country_id order by h.id`,
    );
    expect(zones).toEqual(DEMO_HOTELS.map((h) => ({ code: h.code, hours: h.utc_offset })));
  });

  it('lists existing sign-ins for every access level, the administrator first', async () => {
    const users = await rows<{
      username: string;
      email: string;
      name: string;
      role_group: string;
      level: string;
      codes: number;
      places: number;
    }>(
      db,
      `select u.username, u.email, u.name, g.name as role_group, lower(l.name) as level,
              (select count(*)::int from role_group_role r where r.role_group_id = g.id) as codes,
              (select count(*)::int from region_users r where r.user_id = u.id) as places
       from users u join role_group g on g.id = u.role_group_id join option_detail l on l.id = g.access_type_id
       where u.is_active and u.deleted_at is null`,
    );
    for (const account of demoAccounts) {
      const user = users.find((u) => u.username === account.username || u.email === account.username);
      expect(user?.name).toBe(account.name);
      expect(account.role_group).toBe(user?.role_group);
      expect(account.access_level).toBe(user?.level.toLowerCase());
      expect(user?.level === 'group' || (user?.places ?? 0) > 0).toBe(true);
    }
    expect(new Set(users.map((u) => u.level))).toEqual(new Set(['group', 'region', 'property']));
    expect(demoAccounts[0]).toMatchObject({ username: 'admin@innkeeper.test', password: 'innkeeper-demo' });
    expect(users[0]).toMatchObject({ role_group: HEAD_OFFICE, codes: 140 });
  });

  it('lets a regional manager assign the role groups of hotels', async () => {
    const ungrantableRights = await rows(
      db,
      `select g.name, r.name as code from role_group g join option_detail l on l.id = g.access_type_id and l.code = '3'
       join role_group_role gr on gr.role_group_id = g.id join roles r on r.id = gr.roles_id
       where gr.roles_id not in (select roles_id from role_group_role m join role_group n on n.id = m.role_group_id
           where n.name = 'Regional manager')`,
    );
    expect(ungrantableRights).toEqual([]);
  });

  it('uses no points as thousands separators, which the console reads as decimals', async () => {
    const POINT_GROUPED_NUMBER = '(^|[^0-9.])[0-9]{1,3}(\\.[0-9]{3})+($|[^0-9.])|(Rp|IDR)\\.? ?[0-9]+\\.[0-9]{3}';
    const groupedExamples = ['senilai 1.250.000', 'Rp 500.000', 'Rp500.000,-', '(12.500)'];
    const plainExamples = ['Rp. 1,250,000', '1.5 juta', '12.50', '127.0.0.1', 'pukul 10.00'];
    const examples = await rows(
      db,
      `select t from unnest(array['${[...groupedExamples, ...plainExamples].join("','")}']) t
       where t ~ '${POINT_GROUPED_NUMBER}'`,
    );
    expect(examples).toEqual(groupedExamples.map((t) => ({ t })));

    const textColumns = await rows<{ table: string; column: string }>(
      db,
      `select table_name as table, column_name as column from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
         and generation_expression is null`,
    );
    expect(textColumns).toEqual(expect.arrayContaining([{ table: 'mail_language', column: 'header' }]));
    const queries = textColumns.map(
      ({ table, column }) =>
        `(select '${table}.${column}' as at, "${column}" as text from "${table}"
          where "${column}" ~ '${POINT_GROUPED_NUMBER}'
              limit 1)`,
    );
    expect(await rows(db, queries.join(' union all '))).toEqual([]);
  });

  it('can mail no strangers: every address is in a domain reserved for examples', async () => {
    const foreignEmails = `~ '@' and email !~ '@([a-z]+\\.test|example\\.(com|net|org))$'`;
    expect(
      await rows(
        db,
        `select email from member where email ${foreignEmails} union all select email from users
          where email ${foreignEmails}`,
      ),
    ).toEqual([]);
  });
});

it('a programme without members is created if none are requested', async () => {
  const { db, close } = await openDemo();
  expect(await seedDemo(db, { ...options, members: 0 })).toBe(true);
  expect(
    await rows(db, 'select (select count(*)::int from member) as members, (select count(*)::int from hotel) as hotels'),
  ).toEqual([{ members: 0, hotels: 24 }]);
  await close();
});

/** Converts a stored value to the one that a client would send. */
function toInputValue(field: Field, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (field.kind === 'money' && field.whole && typeof value === 'string') return value.replace(/\.0+$/, '');
  return value;
}
