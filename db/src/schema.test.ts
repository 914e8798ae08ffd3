// Core test: schema and definitions agree.
import {
  COMMON_FIELDS,
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  type ResourceDefinition,
  allFields,
  getResource,
  isNullable,
  isStored,
  storedResourceKeys,
  notationOf,
  searchedFields,
  targetKey,
} from '@innkeeper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/**
 * Compares the definitions with the migrated database in both directions: a table has exactly the columns of its
 * definition.
 */

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly generated: boolean;
}
interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: string;
  readonly target: string;
}
interface Index {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  readonly primary: boolean;
  /** SQL of the index keys in order, as PostgreSQL prints them: `lower(email)`, `hotel_id`. */
  readonly keys: string[];
  /** Operator class of the first key: `text_ops`, `gin_trgm_ops`. */
  readonly comparison: string;
  readonly predicate: string | null;
  readonly nullsNotDistinct: boolean;
}

let database: TestDatabase;
let db: Db;
let columns: Column[];
let foreignKeys: ForeignKey[];
let indexes: Index[];
let checks: { table: string; name: string }[];
let triggers: { table: string; name: string; definition: string }[];

async function query<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db.kysely)).rows;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  [columns, foreignKeys, indexes, checks, triggers] = await Promise.all([
    query<Column>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
             not a.attnotnull as nullable,
             case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default,
             a.attgenerated <> '' as generated
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid
        and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped`),
    query<ForeignKey>(`
      select k.conname as name, c.relname as table, t.relname as target,
             (select string_agg(a.attname, ',' order by a.attnum) from pg_attribute a where a.attrelid = c.oid
                 and a.attnum = any(k.conkey)) as columns
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f'`),
    query<Index>(`
      select i.relname as name, c.relname as table, x.indisunique as unique, x.indisprimary as primary,
             o.opcname as comparison,
             pg_get_expr(x.indpred, x.indrelid) as predicate, x.indnullsnotdistinct as "nullsNotDistinct",
             array(select pg_get_indexdef(x.indexrelid, n, true) from generate_series(1, x.indnkeyatts) n) as keys
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_opclass o on o.oid = x.indclass[0]
      where c.relnamespace = 'public'::regnamespace`),
    query<(typeof checks)[number]>(`
      select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'c'`),
    query<(typeof triggers)[number]>(`
      select c.relname as table, g.tgname as name, pg_get_triggerdef(g.oid) as definition
      from pg_trigger g join pg_class c on c.oid = g.tgrelid where not g.tgisinternal`),
  ]);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const MAX_INTEGER_DIGITS = 12;
const columnTypes: { [K in FieldKind]: (field: FieldOf<K>) => string | null } = {
  text: () => 'text',
  email: () => 'text',
  phone: () => 'text',
  textarea: () => 'text',
  editor: () => 'text',
  secret: () => 'text',
  integer: () => 'integer',
  decimal: ({ scale }) => `numeric(${MAX_INTEGER_DIGITS + scale},${scale})`,
  money: () => `numeric(${MAX_INTEGER_DIGITS + MONEY_SCALE},${MONEY_SCALE})`,
  flag: () => 'boolean',
  date: () => 'date',
  instant: () => 'timestamp(0) with time zone',
  reference: () => 'bigint',
  option: () => 'bigint',
  choice: () => 'text',
  file: () => 'text',
  references: () => null,
  json: () => 'jsonb',
};
const typeOf = (name: string, field: Field): string | null =>
  // Each kind has the function for its own field type, which TypeScript cannot infer.
  name === 'id' ? 'bigint' : (columnTypes[field.kind] as (field: Field) => string | null)(field);

/** Columns used only by the database. */
const DATABASE_ONLY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  roles: ['verb'],
  mail_language: ['sequence_no'],
  users: ['password_set_by_id', 'is_password_void', 'must_change_for_rights'],
  transaction: ['tier_before_id', 'term_start', 'term_months', 'term_share'],
  transaction_detail: ['cancelled_with_id', 'is_reversal'],
  member: ['deactivated_at'],
  member_card: [
    'cancelled_with_id',
    'refunded_with_id',
    'upgraded_by_id',
    'ended_with_id',
    'ended_from',
    'is_regional',
    'region_id',
    'deactivated_at',
  ],
  member_voucher: ['cancelled_with_id', 'issued_as'],
  flagged_activity: ['approval_id'],
};

/** A column default as a value: `'none'::text` is `none`, `true` is 1. */
const defaultValue = (text: string | null): string | null => {
  if (text === null) return null;
  const literal = /^'(.*)'::[a-z ]+$/.exec(text)?.[1] ?? text;
  return literal === 'true' ? '1' : literal === 'false' ? '0' : literal;
};

const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'email', 'phone', 'textarea', 'editor', 'choice']);
const hasTrigger = (table: string, name: string): boolean => triggers.some((g) => g.table === table && g.name === name);

describe.each(storedResourceKeys)('the table %s', (key) => {
  const resource: ResourceDefinition = getResource(key);
  const storedFields = Object.entries(allFields(resource)).filter(([, field]) => isStored(field));
  const mapColumns = () => new Map(columns.filter((c) => c.table === key).map((c) => [c.name, c]));
  const indexesOf = () => indexes.filter((i) => i.table === key);

  test('has a column of the correct type for every stored field', () => {
    const columnByName = mapColumns();
    for (const [name, field] of storedFields) {
      expect(columnByName.get(name)?.type, name).toBe(typeOf(name, field));
      expect(columnByName.get(name)?.nullable, `${name} may be null`).toBe(isNullable(field));
    }
  });

  test('has the column defaults of the definition', () => {
    const columnByName = mapColumns();
    for (const [name, field] of storedFields.filter(
      ([name, field]) => !Object.hasOwn(COMMON_FIELDS, name) && !field.generated,
    )) {
      expect(defaultValue(columnByName.get(name)?.default ?? null), name).toBe(
        field.default === undefined ? null : String(field.default),
      );
    }
  });

  test('has only columns that are fields or listed as database-only', () => {
    const knownColumns = new Set([...storedFields.map(([name]) => name), ...(DATABASE_ONLY_COLUMNS[key] ?? [])]);
    expect([...mapColumns().keys()].filter((name) => !knownColumns.has(name))).toEqual([]);
  });

  test('has a named foreign key and an index for every reference', () => {
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'reference' && field.kind !== 'option') continue;
      expect(foreignKeys, name).toContainEqual({
        name: `${key}_${name}_fkey`,
        table: key,
        columns: name,
        target: targetKey(field),
      });
      expect(
        indexesOf().some((i) => i.keys[0] === name && i.predicate === null),
        `index of ${name}`,
      ).toBe(true);
    }
  });

  test('stores who created, changed and deleted each record', () => {
    for (const name of ['created_by_id', 'updated_by_id', 'deleted_by_id']) {
      expect(
        foreignKeys.some((k) => k.table === key && k.columns === name && k.target === 'users'),
        name,
      ).toBe(true);
    }
  });

  test('stores list fields in link tables with foreign keys at both ends', () => {
    for (const field of Object.values(resource.fields)) {
      if (field.kind !== 'references') continue;
      const foreignKeyEnds = foreignKeys.filter((k) => k.table === field.link).map((k) => `${k.columns} ${k.target}`);
      expect(foreignKeyEnds.sort()).toEqual([`${field.from} ${key}`, `${field.target} ${field.to}`].sort());
      const link = indexes.filter((i) => i.table === field.link);
      expect(link.some((i) => i.primary && i.keys.join() === `${field.from},${field.target}`)).toBe(true);
      expect(link.some((i) => i.keys[0] === field.target)).toBe(true);
    }
  });

  test('enforces exactly the unique rules, among records that are not deleted', () => {
    const uniqueRules = (resource.unique ?? []).map((rule) => ({
      name: `${key}_${rule.fields.join('_')}_key`,
      keys: rule.fields.map((name) => {
        if (!textKinds.has(resource.fields[name]?.kind ?? 'json')) return name;
        if (rule.ignoreNotation) return `normalize_text(${name})`;
        return rule.ignoreCase ? `lower(${name})` : name;
      }),
    }));
    const uniqueIndexes = indexesOf().filter((i) => i.unique && i.predicate !== null);
    expect(uniqueIndexes.map(({ name, keys }) => ({ name, keys })).sort(byName)).toEqual(uniqueRules.sort(byName));
    for (const { predicate, name } of uniqueIndexes) expect(predicate, name).toBe('(deleted_at IS NULL)');
  });

  test('treats an empty reference in a unique rule like any other value', () => {
    for (const rule of resource.unique ?? []) {
      const hasEmptyReference = rule.fields.some(
        (name) => resource.fields[name]?.kind === 'reference' && isNullable(resource.fields[name]),
      );
      const index = indexesOf().find((i) => i.name === `${key}_${rule.fields.join('_')}_key`);
      expect(index?.nullsNotDistinct, rule.fields.join()).toBe(hasEmptyReference);
    }
  });

  test('has a check constraint, named after the field, for every number and fixed choice', () => {
    const boundedFields = Object.entries(resource.fields).filter(
      ([, field]) => isStored(field) && ['integer', 'decimal', 'money', 'choice'].includes(field.kind),
    );
    for (const [name] of boundedFields)
      expect(checks, name).toContainEqual({ table: key, name: `${key}_${name}_check` });
  });

  test('has trigram indexes for exactly the searched fields of its list', () => {
    const trigramIndexes = indexesOf().filter((i) => i.comparison === 'gin_trgm_ops');
    const keys = searchedFields(resource).map((name) => {
      const notation = resource.fields[name] ? notationOf(resource.fields[name]) : 'plain';
      return notation === 'plain' ? name : `search_${notation}(${name})`;
    });
    expect(trigramIndexes.flatMap((i) => i.keys).sort()).toEqual(keys.sort());
  });

  test('has the triggers for versions, logging, row counts and delete protection', () => {
    const triggerNames = ['stamp', 'log_created', 'log_updated', 'never_removed'];
    expect(triggerNames.filter((name) => !hasTrigger(key, name))).toEqual([]);
  });

  test('keeps its secrets out of the audit log', () => {
    const secrets = Object.entries(resource.fields)
      .filter(([, field]) => field.kind === 'secret')
      .map(([name]) => name);
    for (const name of ['log_created', 'log_updated']) {
      const definition = triggers.find((g) => g.table === key && g.name === name)?.definition;
      expect(definition).toContain(`${name}('{${secrets.join(',')}}')`);
    }
  });
});

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

test('the audit log is append-only', async () => {
  await query(`insert into audit_log (resource, record_id, action) values ('region', 1, 'create')`);
  for (const statement of [`update audit_log set actor_id = 1`, 'delete from audit_log', 'truncate audit_log']) {
    await expect(query(statement), statement).rejects.toThrow(/appended to only|permission denied/);
  }
});

test('imports, merges and exports are immutable except for setting their outcome once', async () => {
  const { rows } = await sql<{ id: number }>`select id from users limit 1`.execute(db.kysely);
  const user =
    rows[0]?.id ??
    (
      await query<{ id: number }>(
        `insert into users (name, username, email, password, is_active)
          values ('A', 'keeper.of.books', 'books@example.test', 'x', true) returning id`,
      )
    )[0]?.id;
  const expectedTables = [
    [
      'import_run',
      `insert into import_run (actor_id, request_id, resource, file_name, rows, created, updated)
        values (${user}, 'r1', 'region', 'a.csv', 1, 1, 0)`,
      `undone_at = now(), undone_by_id = ${user}`,
      `undone_at = null, undone_by_id = null`,
      'created = 0',
    ],
    [
      'export_log',
      `insert into export_log (actor_id, request_id, resource, format, columns, query)
        values (${user}, 'r2', 'region', 'csv', '{id}', '{}')`,
      'rows = 7',
      'rows = 8',
      `resource = 'member'`,
    ],
  ] as const;
  for (const [table, insert, outcome, secondOutcome, otherChange] of expectedTables) {
    await query(insert);
    for (const statement of [
      `update ${table} set ${otherChange}`,
      `update ${table} set ${outcome}, ${otherChange}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(query(statement), statement).rejects.toThrow(/appended to only|permission denied/);
    await query(`select from ${table} for update`);
    await query(`update ${table} set ${outcome}`);
    await expect(query(`update ${table} set ${secondOutcome}`), table).rejects.toThrow('appended to only');
  }
});

test.each([
  'audit_log',
  'audit_log_before',
  'audit_log_default',
  'log_archive',
  'log_seal',
  'loaded_record',
  'reconciliation_run',
  'import_run',
  'member_merge',
  'export_log',
])('the append-only table %s is guarded by a trigger and by the rights of the role', async (table) => {
  expect(hasTrigger(table, 'append_only')).toBe(true);
  const [rights] = await query(
    `select has_table_privilege('${table}', 'delete') as d, has_table_privilege('${table}', 'truncate') as t,
          has_table_privilege('${table}', 'update') as u`,
  );
  expect(rights).toEqual({ d: false, t: false, u: false });
});

test('every resource table rejects SQL deletes', async () => {
  for (const key of storedResourceKeys)
    await expect(query(`delete from "${key}"`), key).rejects.toThrow('appended to only');
});

test('autovacuum analyzes a table after a few changes, even if it is small', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    select r.name from audited_table r join pg_class c on c.oid = quote_ident(r.name)::regclass
    where not exists (select from pg_options_to_table(c.reloptions) o
                      where o.option_name = 'autovacuum_analyze_threshold' and o.option_value::int <= 5)`);
  expect(rows).toEqual([]);
});

test('no trigger is disabled', async () => {
  expect(await query(`select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`)).toEqual([]);
});

test('the schema has only tables of resources, their links, sign-in and the system', async () => {
  const links = storedResourceKeys.flatMap((key) =>
    Object.values(getResource(key).fields).flatMap((field) => (field.kind === 'references' ? [field.link] : [])),
  );
  const expectedTables = [
    'record',
    'audit_log',
    'log_archive',
    'archived_record',
    'archived_seal',
    'log_seal',
    'log_watermark',
    'row_count',
    'member_standing',
    'member_rollup',
    'member_rollup_delta',
    'member_day_rollup',
    'member_day_rollup_delta',
    'member_month_rollup',
    'member_month_rollup_delta',
    'sale_rollup',
    'sale_rollup_delta',
    'service_fee_rollup',
    'service_fee_rollup_delta',
    'visit_rollup',
    'visit_rollup_delta',
    'voucher_rollup',
    'voucher_rollup_delta',
    'open_voucher_day_rollup',
    'open_voucher_day_rollup_delta',
    'open_voucher_month_rollup',
    'open_voucher_month_rollup_delta',
    'redemption_rollup',
    'redemption_rollup_delta',
    'redemption_by_voucher_rollup',
    'redemption_by_voucher_rollup_delta',
    'voucher_state',
    'liability_rollup',
    'liability_rollup_delta',
    'member_name',
    'member_merge',
    'approval',
    'month_close',
    'month_close_row',
    'rate_correction',
    'rate_correction_row',
    'idempotency_key',
    'export_log',
    'import_run',
    'member_lookup',
    'report_file',
    'report_schedule',
    'report_schedule_reader',
    'report_delivery',
    'saved_view',
    'call_owner',
    'mail_address_state',
    'mail_cause',
    'mail_content',
    'mail_opening',
    'mail_request',
    'mail_tracking',
    'integration_usage',
    'integration_member',
    'webhook_secret',
    'webhook_event',
    'webhook_message',
    'receipt_counter',
    'migration',
    'routine_file',
    'audited_table',
    'loaded_record',
    'reconciliation_run',
    'status_recount',
    'sale_dispute',
    'flagged_activity_mark',
    'flagged_activity_limit',
  ];
  const signInTables = [
    'session',
    'access_token',
    'refresh_token',
    'password_reset',
    'throttle',
    'user_preference',
    'permissions_version',
    'signing_key',
    'stored_file',
    'user_photo',
    'two_factor',
    'recovery_code',
    'used_captcha',
    'user_identity',
    'passkey',
    'used_challenge',
  ];
  const tables = [...new Set(columns.map((c) => c.table))];
  expect(tables.sort()).toEqual([...storedResourceKeys, ...links, ...expectedTables, ...signInTables].sort());
});
