import {
  type Field,
  type ResourceDefinition,
  allFields,
  findConstantRuleError,
  isNullable,
  isStored,
  isWritable,
  resources,
  targetKey,
} from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ResponseRecord, parseList } from './responses.ts';
import { REASON, call, queryString } from './call.ts';
import { type Input, type Inputs, hasSample, isTiedReference, isVaried } from './inputs.ts';
import { createReadOnlyRows } from './read-only-rows.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';

/** Day offsets from the clock at which presets begin, end, or do not match. */
const DAYS = [
  0, -1, 1, -2, -3, 2, -6, -7, -8, -10, -15, 5, -20, -25, -29, -30, -31, 12, -59, -61, -91, -119, -140, -181, 45, 110,
  -365, -366, 200,
];
const SAMPLE_WORDS = [
  'Alpha',
  'ALPHA beta',
  'alphabet',
  '100% sure',
  '50_50',
  'back\\slash',
  "O'Neil",
  'Beta alpha',
  'x',
  'Zebra & Co',
  'a.b-c',
  'alpha',
];
const AMOUNTS = [0, 1, 2, 2, 3, 10, 80];
const HOUR_MS = 3_600_000;

/**
 * Creates records of a resource for which every operator has matches and misses: empty values, equal ones, texts in
 * both cases and with the pattern characters of SQL, moments around the clock's. Some are deleted. Returns all of them
 * as the list shows them.
 */
export async function createVariedRows(
  api: TestApp,
  admin: TestUser,
  inputs: Inputs,
  d: ResourceDefinition,
  count: number,
): Promise<readonly ResponseRecord[]> {
  const { app, db } = api;
  const pools = await loadTargetPools(inputs, d);
  if (d.readOnly) await createReadOnlyRows(api, admin, inputs, d, count);
  const ids: number[] = [];
  for (let i = 0; i < count && !d.readOnly; i += 1) {
    const { id } = await inputs.create(d, createVariedColumns(d, pools, api.clock(), i));
    ids.push(id);
    const moments = Object.entries(allFields(d)).filter(
      ([name, f]) =>
        (name === 'created_at' ||
          ((f.computed || hasSample(d, name)) && isStored(f) && Object.hasOwn(d.fields, name))) &&
        (f.kind === 'date' || f.kind === 'instant'),
    );
    const sets = moments.map(
      ([name, f], n) =>
        sql`${sql.ref(name)} = ${
          i % 6 === 5 && isNullable(f)
            ? null
            : clampToStart(d, name, createVariedMoment(f.kind === 'instant', api.clock(), i + n))
        }`,
    );
    await sql`update ${sql.table(d.key)} set ${sql.join(sets)} where id = ${id}`.execute(db.kysely);
    if (i % 8 === 7) await call(app, admin.token, 'DELETE', `/api/${d.key}/${id}`, REASON);
  }
  const range: Readonly<Record<string, number>> = d.readOnly
    ? { 'filter[id][lte]': 40 }
    : { 'filter[id][gte]': Math.min(...ids), 'filter[id][lte]': Math.max(...ids) };
  const reply = await call(
    app,
    admin.token,
    'GET',
    `/api/${d.key}?${queryString({ ...range, per_page: 500, deleted: 1 })}`,
  );
  return parseList(d, reply);
}

/** Loads some records for each reference to choose from. */
async function loadTargetPools(inputs: Inputs, d: ResourceDefinition): Promise<ReadonlyMap<string, readonly number[]>> {
  const pools = new Map<string, readonly number[]>();
  for (const [name, f] of Object.entries(d.fields)) {
    if ((f.kind !== 'reference' && f.kind !== 'option') || f.computed || isFixed(d, name)) continue;
    // A contract test checks that every reference has a resource.
    const target: ResourceDefinition = resources[targetKey(f) as keyof typeof resources];
    const records = f.kind === 'reference' ? [await inputs.create(target), await inputs.create(target)] : [];
    const { [name]: defaultValue } = await inputs.createFull(d);
    pools.set(name, [
      Number(defaultValue),
      ...(records.length > 0 ? records.map(({ id }) => id) : [Number(defaultValue) + 1]),
    ]);
  }
  return pools;
}

/** Fields that must not vary, such as references that rules tie to others. */
const isFixed = (d: ResourceDefinition, name: string): boolean =>
  d.key === 'region_users' || isVaried(d, name) || isTiedReference(d, name);

function createVariedColumns(
  d: ResourceDefinition,
  pools: ReadonlyMap<string, readonly number[]>,
  now: Date,
  i: number,
): Input {
  const input: Input = {};
  const isUnique = (name: string) =>
    d.fields[name]?.distinct === true || (d.unique?.some((rule) => rule.fields.includes(name)) ?? false);
  Object.entries(d.fields).forEach(([name, f], n) => {
    const pool = pools.get(name);
    // Unique values are not changed.
    if (!isWritable(f) || (isUnique(name) && !pool) || (hasSample(d, name) && !pool)) return;
    if (isNullable(f) && !f.required && f.kind !== 'references' && (i + n) % 6 === 5) input[name] = null;
    else if (pool) input[name] = pool[(i + n) % pool.length];
    else {
      const value = createValue(name, f, now, i + n);
      if (value !== undefined) input[name] = value;
    }
  });
  orderDates(d, input);
  return input;
}

/** Swaps two values if one field must not exceed the other. */
function orderDates(d: ResourceDefinition, input: Input): void {
  for (const [name, f] of Object.entries(d.fields)) {
    for (const rule of f.rules ?? []) {
      if (!('field' in rule)) continue;
      const [lower, upper] = rule.rule.startsWith('less') ? [name, rule.field] : [rule.field, name];
      const [lowerValue, upperValue] = [input[lower], input[upper]];
      if (typeof lowerValue === 'string' && typeof upperValue === 'string' && lowerValue > upperValue)
        [input[lower], input[upper]] = [upperValue, lowerValue];
    }
  }
}

function createValue(name: string, f: Field, now: Date, i: number): unknown {
  const word = SAMPLE_WORDS[i % SAMPLE_WORDS.length] ?? '';
  switch (f.kind) {
    case 'text':
      if (f.pattern !== undefined || name === 'time_zone') return undefined;
      if (f.reason) return `${word}, as agreed`.slice(0, f.max);
      return (f.upper ? word.toUpperCase() : word).slice(0, f.max);
    case 'textarea':
      return `${word}\n${SAMPLE_WORDS[(i + 3) % SAMPLE_WORDS.length]}`;
    case 'integer':
      return Math.min((f.min ?? 0) + (AMOUNTS[i % AMOUNTS.length] ?? 0), f.max ?? 1000);
    case 'decimal': {
      const amount = AMOUNTS[i % AMOUNTS.length] ?? 0;
      const isNegative = f.min !== undefined && f.min < 0 && i % 3 === 0;
      const text = `${isNegative ? '-' : ''}${f.min !== undefined && f.min > 0 ? amount + 1 : amount}.${i % 2 === 0 ? '0' : '05'}`;
      return findConstantRuleError(f, text) === undefined ? text : undefined;
    }
    case 'money':
      return `${(AMOUNTS[i % AMOUNTS.length] ?? 0) * 1000}`;
    case 'flag':
      return i % 3 === 0 ? 0 : 1;
    case 'date':
    case 'instant': {
      const [moment, today] = [
        createVariedMoment(f.kind === 'instant', now, i),
        createVariedMoment(false, now, DAYS.indexOf(0)),
      ];
      return f.rules?.some((rule) => 'day' in rule) && moment > today ? today : moment;
    }
    default:
      return undefined;
  }
}

function createVariedMoment(isInstant: boolean, now: Date, i: number): string {
  const hours = (DAYS[i % DAYS.length] ?? 0) * 24 + (isInstant ? ((i * 5) % 24) - 12 : 0);
  const text = new Date(now.getTime() + hours * HOUR_MS).toISOString();
  return isInstant ? `${text.slice(0, 19)}Z` : text.slice(0, 10);
}

/** Keeps the last day from preceding the first. */
const clampToStart = (d: ResourceDefinition, name: string, day: unknown) =>
  name === 'end_date' && Object.hasOwn(d.fields, 'start_date') ? sql`greatest(${day}::date, start_date)` : day;
