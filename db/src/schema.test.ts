// Core test: schema and definitions agree.
import {
  AUDIT_FIELDS,
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  type ResourceDefinition,
  allFields,
  getResource,
  isNullable,
  isStored,
  recordedKeys,
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

async function all<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db.kysely)).rows;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  [columns, foreignKeys, indexes, checks, triggers] = await Promise.all([
    all<Column>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
             not a.attnotnull as nullable,
             case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default,
             a.attgenerated <> '' as generated
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid
        and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`),
    all<ForeignKey>(`
      select k.conname as name, c.relname as table, t.relname as target,
             (select string_agg(a.attname, ',' order by a.attnum) from pg_attribute a where a.attrelid = c.oid
                 and a.attnum = any(k.conkey)) as columns
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f'`),
    all<Index>(`
      select i.relname as name, c.relname as table, x.indisunique as unique, x.indisprimary as primary,
             o.opcname as comparison,
             pg_get_expr(x.indpred, x.indrelid) as predicate, x.indnullsnotdistinct as "nullsNotDistinct",
             array(select pg_get_indexdef(x.indexrelid, n, true) from generate_series(1, x.indnkeyatts) n) as keys
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_opclass o on o.oid = x.indclass[0]
      where c.relnamespace = 'public'::regnamespace`),
    all<(typeof checks)[number]>(`
      select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'c'`),
    all<(typeof triggers)[number]>(`
      select c.relname as table, g.tgname as name, pg_get_triggerdef(g.oid) as definition
      from pg_trigger g join pg_class c on c.oid = g.tgrelid where not g.tgisinternal`),
  ]);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const INTEGER_DIGITS = 12;
const columnTypes: { [K in FieldKind]: (f: FieldOf<K>) => string | null } = {
  text: () => 'text',
  email: () => 'text',
  phone: () => 'text',
  textarea: () => 'text',
  editor: () => 'text',
  secret: () => 'text',
  integer: () => 'integer',
  decimal: ({ scale }) => `numeric(${INTEGER_DIGITS + scale},${scale})`,
  money: () => `numeric(${INTEGER_DIGITS + MONEY_SCALE},${MONEY_SCALE})`,
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
const typeOf = (name: string, f: Field): string | null =>
  // The kind selects the function for this field type.
  name === 'id' ? 'bigint' : (columnTypes[f.kind] as (field: Field) => string | null)(f);

/** Columns used only by the database. */
const DATABASE_ONLY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  roles: ['verb'],
  mail_language: ['turn'],
  users: ['password_set_by_id', 'is_password_void', 'is_owed_by_rights'],
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

describe.each(recordedKeys)('the table %s', (key) => {
  const d: ResourceDefinition = getResource(key);
  const stored = Object.entries(allFields(d)).filter(([, f]) => isStored(f));
  const own = () => new Map(columns.filter((c) => c.table === key).map((c) => [c.name, c]));
  const indexesOf = () => indexes.filter((i) => i.table === key);

  test('has a column of the correct type for every stored field', () => {
    const found = own();
    for (const [name, f] of stored) {
      expect(found.get(name)?.type, name).toBe(typeOf(name, f));
      expect(found.get(name)?.nullable, `${name} may be null`).toBe(isNullable(f));
    }
  });

  test('has the column defaults of the definition', () => {
    const found = own();
    for (const [name, f] of stored.filter(([name, f]) => !Object.hasOwn(AUDIT_FIELDS, name) && !f.generated)) {
      expect(defaultValue(found.get(name)?.default ?? null), name).toBe(
        f.default === undefined ? null : String(f.default),
      );
    }
  });

  test('has only columns that are fields or listed as database-only', () => {
    const known = new Set([...stored.map(([name]) => name), ...(DATABASE_ONLY_COLUMNS[key] ?? [])]);
    expect([...own().keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  test('has a named foreign key and an index for every reference', () => {
    for (const [name, f] of Object.entries(d.fields)) {
      if (f.kind !== 'reference' && f.kind !== 'option') continue;
      expect(foreignKeys, name).toContainEqual({
        name: `${key}_${name}_fkey`,
        table: key,
        columns: name,
        target: targetKey(f),
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
    for (const f of Object.values(d.fields)) {
      if (f.kind !== 'references') continue;
      const ends = foreignKeys.filter((k) => k.table === f.link).map((k) => `${k.columns} ${k.target}`);
      expect(ends.sort()).toEqual([`${f.from} ${key}`, `${f.target} ${f.to}`].sort());
      const link = indexes.filter((i) => i.table === f.link);
      expect(link.some((i) => i.primary && i.keys.join() === `${f.from},${f.target}`)).toBe(true);
      expect(link.some((i) => i.keys[0] === f.target)).toBe(true);
    }
  });

  test('enforces exactly the unique rules, among records that are not deleted', () => {
    const rules = (d.unique ?? []).map((rule) => ({
      name: `${key}_${rule.fields.join('_')}_key`,
      keys: rule.fields.map((name) => {
        if (!textKinds.has(d.fields[name]?.kind ?? 'json')) return name;
        if (rule.ignoreNotation) return `normalize_text(${name})`;
        return rule.ignoreCase ? `lower(${name})` : name;
      }),
    }));
    const found = indexesOf().filter((i) => i.unique && i.predicate !== null);
    expect(found.map(({ name, keys }) => ({ name, keys })).sort(byName)).toEqual(rules.sort(byName));
    for (const { predicate, name } of found) expect(predicate, name).toBe('(deleted_at IS NULL)');
  });

  test('treats an empty reference in a unique rule like any other value', () => {
    for (const rule of d.unique ?? []) {
      const hasEmptyReference = rule.fields.some(
        (name) => d.fields[name]?.kind === 'reference' && isNullable(d.fields[name]),
      );
      const index = indexesOf().find((i) => i.name === `${key}_${rule.fields.join('_')}_key`);
      expect(index?.nullsNotDistinct, rule.fields.join()).toBe(hasEmptyReference);
    }
  });

  test('has a check constraint, named after the field, for every number and fixed choice', () => {
    const bounded = Object.entries(d.fields).filter(
      ([, f]) => isStored(f) && ['integer', 'decimal', 'money', 'choice'].includes(f.kind),
    );
    for (const [name] of bounded) expect(checks, name).toContainEqual({ table: key, name: `${key}_${name}_check` });
  });

  test('has trigram indexes for exactly the searched fields of its list', () => {
    const trigramIndexes = indexesOf().filter((i) => i.comparison === 'gin_trgm_ops');
    expect(trigramIndexes.flatMap((i) => i.keys).sort()).toEqual([...searchedFields(d)].sort());
  });

  test('has the triggers for versions, logging, row counts and delete protection', () => {
    const triggerNames = [
      'suppress_redundant_update',
      'write_audit_columns',
      'log_created',
      'log_updated',
      'count_created',
      'count_updated',
      'reject_delete',
    ];
    expect(triggerNames.filter((name) => !hasTrigger(key, name))).toEqual([]);
  });

  test('keeps its secrets out of the audit log', () => {
    const secrets = Object.entries(d.fields)
      .filter(([, f]) => f.kind === 'secret')
      .map(([name]) => name);
    for (const name of ['log_created', 'log_updated']) {
      const definition = triggers.find((g) => g.table === key && g.name === name)?.definition;
      expect(definition).toContain(`${name}('{${secrets.join(',')}}')`);
    }
  });
});

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

test('the audit log is append-only', async () => {
  await all(`insert into audit_log (resource, record_id, action) values ('region', 1, 'create')`);
  for (const statement of [`update audit_log set actor_id = 1`, 'delete from audit_log', 'truncate audit_log']) {
    await expect(all(statement), statement).rejects.toThrow(/appended to only|permission denied/);
  }
});

test('imports, merges and exports are immutable except for setting their outcome once', async () => {
  const { rows } = await sql<{ id: number }>`select id from users limit 1`.execute(db.kysely);
  const user =
    rows[0]?.id ??
    (
      await all<{ id: number }>(
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
  for (const [table, insert, ends, again, other] of expectedTables) {
    await all(insert);
    for (const statement of [
      `update ${table} set ${other}`,
      `update ${table} set ${ends}, ${other}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(all(statement), statement).rejects.toThrow(/appended to only|permission denied/);
    await all(`select from ${table} for update`);
    await all(`update ${table} set ${ends}`);
    await expect(all(`update ${table} set ${again}`), table).rejects.toThrow('appended to only');
  }
});

test.each(['audit_log', 'log_seal', 'loaded_record', 'reconciliation_run', 'import_run', 'member_merge', 'export_log'])(
  'the append-only table %s is guarded by a trigger and by the rights of the role',
  async (table) => {
    expect(hasTrigger(table, 'append_only')).toBe(true);
    const [rights] = await all(
      `select has_table_privilege('${table}', 'delete') as d, has_table_privilege('${table}', 'truncate') as t,
          has_table_privilege('${table}', 'update') as u`,
    );
    expect(rights).toEqual({ d: false, t: false, u: false });
  },
);

test('every resource table rejects SQL deletes', async () => {
  for (const key of recordedKeys) await expect(all(`delete from "${key}"`), key).rejects.toThrow('appended to only');
});

test('autovacuum analyzes a table after a few changes, even if it is small', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    select r.name from audited_table r join pg_class c on c.oid = quote_ident(r.name)::regclass
    where not exists (select from pg_options_to_table(c.reloptions) o
                      where o.option_name = 'autovacuum_analyze_threshold' and o.option_value::int <= 5)`);
  expect(rows).toEqual([]);
});

test('no trigger is disabled', async () => {
  expect(await all(`select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`)).toEqual([]);
});

test('the schema has only tables of resources, their links, sign-in and the system', async () => {
  const links = recordedKeys.flatMap((key) =>
    Object.values(getResource(key).fields).flatMap((f) => (f.kind === 'references' ? [f.link] : [])),
  );
  const expectedTables = [
    'record',
    'audit_log',
    'log_seal',
    'log_watermark',
    'row_count',
    'member_standing',
    'rollup',
    'rollup_delta',
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
    'mail_cause',
    'mail_opening',
    'mail_request',
    'integration_usage',
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
  ];
  const signIn = [
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
  ];
  const tables = [...new Set(columns.map((c) => c.table))];
  expect(tables.sort()).toEqual([...recordedKeys, ...links, ...expectedTables, ...signIn].sort());
});
