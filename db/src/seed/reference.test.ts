import {
  VERBS,
  WORLD_REGION,
  mailPartLabel,
  findModuleLabel,
  buildNavigation,
  permission,
  permissionKey,
  resources,
  roleGroupLabel,
} from '@innkeeper/contract';
import { createTestDatabase } from '../testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../database.ts';
import { RESERVED_MODULES, deriveModules } from './modules.ts';
import { RESERVED_OPTIONS } from './options.ts';
import { seedReference } from './reference.ts';

/** Permission keys of the specification's routes, and REPORT. */
const PERMISSION_KEYS = [
  'DASHBOARD',
  'SEARCH',
  'OVERVIEW_REPORT',
  'BENEFIT_REPORT',
  'MEMBER_REPORT',
  'REDEMPTION_REPORT',
  'SALES_REPORT',
  'TAKINGS_REPORT',
  'VISIT_REPORT',
  'MEMBER',
  'MEMBER_CARD',
  'MEMBER_VOUCHER',
  'MANUAL_CHANGE',
  'TERM_END',
  'TRANSACTION',
  'TRANSACTION_DETAIL',
  'VISIT',
  'VOUCHER_REDEEM',
  'MONTH_CLOSE',
  'HOTEL',
  'COUNTRY',
  'REGION',
  'MAIL_LOG',
  'MAIL_TEMPLATE',
  'MEMBERSHIP',
  'VOUCHER',
  'INTEGRATION',
  'TYPE_INPUT',
  'OPTION',
  'USERS',
  'ROLE_GROUP',
  'MODULE_GROUP',
  'MODULE',
  'REPORT',
  'AUDIT',
];

it('the module of a resource-only permission has the name of the first such resource', () => {
  const toLabel = (en: string) => ({ en, id: '' });
  const definitions = [
    { permission: 'GUEST_LOUNGE', label: toLabel('Lounge') },
    { permission: 'MEMBER', label: toLabel('Member') },
    { permission: 'GUEST_LOUNGE', label: toLabel('Lounge visit') },
  ];
  expect(deriveModules(definitions)).toEqual([['guest-lounge', 'Lounge']]);
});

it('every module and module group has a name in both languages', () => {
  const names = RESERVED_MODULES.flatMap(({ name, modules }) => [name, ...modules.map(([, module]) => module)]);
  expect(names.filter((name) => findModuleLabel(name) === undefined)).toEqual([]);
});

describe('the reference data', () => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Db;
  beforeAll(async () => {
    ({ url, drop } = await createTestDatabase());
    db = openDatabase({ url });
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });

  const query = async <Row extends object>(sql: string): Promise<Row[]> => (await db.pool.query<Row>(sql)).rows;
  const computeDigest = async () =>
    query(`select 'option' as t, md5(string_agg(o::text, '' order by id)) from option o
      union all select 'option_detail', md5(string_agg(o::text, '' order by id)) from option_detail o
      union all select 'type_input', md5(string_agg(o::text, '' order by id)) from type_input o
      union all select 'country', md5(string_agg(o::text, '' order by id)) from country o
      union all select 'region', md5(string_agg(o::text, '' order by id)) from region o
      union all select 'module_group', md5(string_agg(o::text, '' order by id)) from module_group o
      union all select 'module', md5(string_agg(o::text, '' order by id)) from module o
      union all select 'roles', md5(string_agg(o::text, '' order by id)) from roles o
      union all select 'role_group', md5(string_agg(o::text, '' order by id)) from role_group o
      union all select 'role_group_role', md5(string_agg(o::text, '' order by role_group_id, roles_id))
      from role_group_role o
      union all select 'report', md5(string_agg(o::text, '' order by id)) from report o
      union all select 'report_column', md5(string_agg(o::text, '' order by id)) from report_column o
      union all select 'mail_template', md5(string_agg(o::text, '' order by id)) from mail_template o
      union all select 'mail_language', md5(string_agg(o::text, '' order by id)) from mail_language o
      union all select 'mail_params', md5(string_agg(o::text, '' order by id)) from mail_params o
      union all select 'mail_language_params', md5(string_agg(o::text, '' order by id)) from mail_language_params o
      union all select 'mail_data', md5(string_agg(o::text, '' order by id)) from mail_data o
      union all select 'audit_log', md5(string_agg(o::text, '' order by id)) from audit_log o
      order by 1`);

  it('names mail parts and role groups in both languages', async () => {
    const parts = await query<{ name: string }>(
      'select name from mail_params union select name from mail_language_params',
    );
    expect(parts).toHaveLength(3);
    expect(parts.filter(({ name }) => mailPartLabel(name) === undefined)).toEqual([]);
    const groups = await query<{ name: string }>('select name from role_group');
    expect(groups.filter(({ name }) => roleGroupLabel(name) === undefined)).toEqual([]);
  });

  it('changes no row when it runs again', async () => {
    const before = await computeDigest();
    await seedReference(db);
    expect(await computeDigest()).toEqual(before);
  });

  it('can be created by several processes at the same time', async () => {
    const before = await computeDigest();
    await Promise.all([seedReference(db), seedReference(db), seedReference(db)]);
    expect(await computeDigest()).toEqual(before);
  });

  it('has every country in the region World, with a time zone known to PostgreSQL', async () => {
    expect(
      await query(`select r.code, count(*)::int from country c join region r on r.id = c.region_id group by 1`),
    ).toEqual([{ code: WORLD_REGION, count: 249 }]);
    expect(
      await query(`select name, time_zone from country where time_zone not in (select name from pg_timezone_names)`),
    ).toEqual([]);
    expect(await query(`select name from country where usd_rate is not null`)).toEqual([]);
  });

  it("has the specification's codes and the upgrade code as reserved options", async () => {
    const codes = await query<{ slug: string; codes: string }>(
      `select o.slug, string_agg(d.code, ' ' order by d.id) as codes
       from option o join option_detail d on d.option_id = o.id where o.is_reserved and o.is_active group by 1`,
    );
    const codesBySlug = Object.fromEntries(codes.map((c) => [c.slug, c.codes]));
    expect(Object.keys(codesBySlug).sort()).toEqual(RESERVED_OPTIONS.map((o) => o.slug).sort());
    expect(codesBySlug).toMatchObject({
      'access-type': '1 2 3',
      'transaction-type': '1 2 3 4 5 6 99',
      'spend-type': '1 2 3 4 99',
      'input-type': '1 2 3 4 5 6 7',
      'renewal-window': 'before after',
      'visit-counting': 'per-bill per-day',
      'mail-type':
        'welcome renewal upgrade expiry-reminder birthday voucher-redeemed visit-thank-you receipt password-reset new-device access-requested access-granted',
    });
    expect(await query(`select code, value from option_detail where code in ('before', 'after') order by 1`)).toEqual([
      { code: 'after', value: '180' },
      { code: 'before', value: '90' },
    ]);
    expect(await query(`select name, code from type_input order by id`)).toEqual(
      ['Text', 'Number', 'Decimal', 'Date', 'Text area', 'Select', 'Editor'].map((name, i) => ({
        name,
        code: String(i + 1),
      })),
    );
  });

  it('has every option that a resource field references', () => {
    const slugs = new Set(RESERVED_OPTIONS.map((o) => o.slug));
    for (const { key, fields } of Object.values(resources)) {
      for (const [name, field] of Object.entries(fields)) {
        if (field.kind === 'option') expect(slugs.has(field.slug), `${key}.${name}`).toBe(true);
      }
    }
  });

  it('has a module per permission key, with all four codes in one role group of access level group', async () => {
    const keys = RESERVED_MODULES.flatMap((g) => g.modules.map(([slug]) => permissionKey(slug)));
    expect(PERMISSION_KEYS.filter((key) => !keys.includes(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    const permissionKeys: string[] = Object.values(resources).map((r) => r.permission);
    buildNavigation((auth) => permissionKeys.push(...auth.map((code) => code.replace(/^[A-Z]+_/, ''))) > 0);
    expect(permissionKeys.filter((key) => !keys.includes(key))).toEqual([]);
    const granted = await query<{ name: string }>(
      `select r.name from role_group g join option_detail l on l.id = g.access_type_id and l.code = '1'
       join role_group_role gr on gr.role_group_id = g.id join roles r on r.id = gr.roles_id
       where g.name = 'Administrator'`,
    );
    const allCodes = keys.flatMap((key) => VERBS.map((verb) => permission(verb, key)));
    expect(granted.map((r) => r.name).toSorted()).toEqual(allCodes.toSorted());
  });
});

describe('the reference data of a database in use', () => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Db;
  let lastLogId: number;
  beforeAll(async () => {
    ({ url, drop } = await createTestDatabase());
    db = openDatabase({ url });
    await db.pool.query(`
      update option set name = 'Geschlecht' where slug = 'type-gender';
      update option_detail set name = 'Frau' where code = 'female';
      update country set name = 'Nusantara', usd_rate = 16000 where cca2 = 'ID';
      update country set deleted_at = now() where cca2 = 'BV';
      update role_group set name = 'Chefs' where name = 'Administrator';
      delete from role_group_role where roles_id = (select id from roles where name = 'DELETE_MEMBER');
      update module set slug = 'post' where slug = 'mail-log';
      update option set slug = 'other' where slug = 'reason-required';
      update option_detail set code = 'other' where code = 'delete';`);
    lastLogId = Number((await query(`select max(id) as id from audit_log`))[0]?.id);
    await seedReference(db);
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });
  const query = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await db.pool.query<Record<string, unknown>>(sql)).rows;

  it('gets the options of a later version with their details, logged and counted', async () => {
    expect(
      await query(
        `select d.code, d.value from option o join option_detail d on d.option_id = o.id
         where o.slug = 'reason-required' and o.is_reserved`,
      ),
    ).toEqual([{ code: 'delete', value: '1' }]);
    expect(
      await query(
        `select resource, action from audit_log
         where id > ${lastLogId} and resource like 'option%' order by resource, id`,
      ),
    ).toEqual([
      { resource: 'option', action: 'create' },
      { resource: 'option_detail', action: 'create' },
    ]);
    for (const table of ['option', 'option_detail'])
      expect(await query(`select sum(live)::int as counted from row_count where resource = '${table}'`)).toEqual(
        await query(`select count(*)::int as counted from ${table} where deleted_at is null`),
      );
  });

  it('preserves what staff renamed, changed and deleted', async () => {
    expect(await query(`select name from option where slug = 'type-gender'`)).toEqual([{ name: 'Geschlecht' }]);
    expect(await query(`select name from option_detail where code = 'female'`)).toEqual([{ name: 'Frau' }]);
    expect(await query(`select name, usd_rate from country where cca2 = 'ID'`)).toEqual([
      { name: 'Nusantara', usd_rate: '16000.000000' },
    ]);
    expect(await query(`select count(*)::int from country where cca2 = 'BV' and deleted_at is null`)).toEqual([
      { count: 0 },
    ]);
  });

  it('gives administrators the codes of a new module, but no codes that were revoked', async () => {
    expect(await query(`select name from role_group`)).toEqual([{ name: 'Chefs' }]);
    const granted = `select count(*)::int from role_group_role gr join roles r on r.id = gr.roles_id where r.name`;
    expect(await query(`${granted} like '%\\_MAIL\\_LOG'`)).toEqual([{ count: 4 }]);
    expect(await query(`${granted} = 'DELETE_MEMBER'`)).toEqual([{ count: 0 }]);
  });
});
