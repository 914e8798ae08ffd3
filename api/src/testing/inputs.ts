import {
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  type ResourceDefinition,
  MAX_TEXT_LENGTH,
  bulkFields,
  getResource,
  isWritable,
  targetKey,
} from '@innkeeper/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type ResponseRecord, parseWritten } from './responses.ts';
import { call } from './call.ts';
import { createPicture } from './pictures.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';
import type { BaseRecords } from './base-records.ts';

export type Input = Record<string, unknown>;

/**
 * Valid bodies for any resource, generated from its definition and without conflicts in unique keys. A file is its
 * bytes, with which `call` sends the body as a form.
 */
export interface Inputs {
  /** Input with all writable fields. */
  createFull(d: ResourceDefinition, overrides?: Input): Promise<Input>;
  /** Input with the required fields only. */
  createRequired(d: ResourceDefinition, overrides?: Input): Promise<Input>;
  /** A change of one field, with a different value each time. */
  createChange(d: ResourceDefinition): Promise<Input>;
  /** A change of one field that many records may share, with a different value each time unless a rule decides it. */
  createShared(d: ResourceDefinition): Promise<Input>;
  /** Creates a record with all fields as the administrator. */
  create(d: ResourceDefinition, overrides?: Input): Promise<ResponseRecord>;
  /** Returns the id of a detail of an option. */
  findOptionDetail(slug: string, code: string): Promise<number>;
}

/** Helpers for sample values. */
interface SampleContext {
  readonly baseRecords: BaseRecords;
  /** A different number for each record. */
  readonly n: number;
  readonly now: Date;
  /** Creates a record with the required fields only. */
  readonly create: (key: string, overrides?: Input) => Promise<number>;
  readonly findOptionDetail: (slug: string, code: string) => Promise<number>;
  /** Sets the end of a card later than allowed at creation. Returns its id. */
  readonly extendCard: (card: number, end: string) => Promise<number>;
  /** Reads a field of the record that all inputs reference. */
  readonly sharedField: (key: string, field: string) => Promise<unknown>;
}

/**
 * Values required by a resource's own rules, which a definition cannot express. A field is left out if its value is
 * undefined; a function is called when its value is needed.
 */
const samples: Readonly<Record<string, (context: SampleContext) => Input>> = {
  hotel: ({ baseRecords }) => ({ country_id: baseRecords.country, time_zone: 'Asia/Makassar' }),
  // Two memberships of one region never share a rank except 0; ranks below 100 are for a test's own.
  membership: ({ n }) => ({ rank: 100 + (n % 9900) }),
  // Amounts that can be read in only one way in a cell of a file.
  country: ({ n }) => ({
    time_zone: 'Asia/Jayapura',
    visit_limit: `${1_000_000 + n}.000`,
    visit_minimum: `${1_000_000 + n}.000`,
  }),
  // A user whose password was set by another user must then change it.
  users: () => ({ must_change_password: 1 }),
  // Rights and hotels are limited by those of the caller.
  integration: () => ({
    addresses: '203.0.113.0/24\n2001:db8::7',
    rolesId: undefined,
    hotelsId: undefined,
    sees_all_hotels: undefined,
  }),
  webhook: ({ n }) => ({ url: `https://pms.hotel.example/${n}` }),
  region_users: ({ baseRecords }) => ({ region_id: baseRecords.region, restrict_hotel_id: baseRecords.hotel }),
  // The language values of a parameter belong to one template.
  mail_params: ({ sharedField }) => ({ mail_template_id: () => sharedField('mail_language', 'mail_template_id') }),
  mail_language_params: ({ sharedField }) => ({
    mail_language_id: () => sharedField('mail_language', 'id'),
    mail_params_id: () => sharedField('mail_params', 'id'),
    type_input_id: () => sharedField('type_input', 'id'),
  }),
  // Visits are credited to the term of a card, which a new member does not have.
  member: () => ({ comp_visits_period: undefined }),
  // Cards of one member must not overlap. A card also gives its member its membership, which is then in use.
  member_card: ({ create, baseRecords, n }) => ({
    member_id: () => create('member'),
    membership_id: async () => baseRecords.membership,
    // No later than the end of a card sold today.
    end_date: async () => dayAhead(n),
  }),
  member_voucher: ({ create, baseRecords, extendCard }) => ({
    member_card_id: () => createLongCard(create, baseRecords, extendCard),
  }),
  voucher_redeem: ({ create, now, n }) => ({
    member_voucher_id: () => create('member_voucher'),
    member_id: undefined,
    redeem_date: minutesAgo(now, n % 1000),
  }),
  transaction: ({ findOptionDetail, now, n }) => ({
    transaction_type_id: () => findOptionDetail('transaction-type', '4'),
    transaction_date: minutesAgo(now, n % 1000),
    discount: '0.000',
  }),
  report_column: () => ({ table_name: 'member', column_name: 'first_name' }),
  visit: ({ now, n }) => ({ visit_date: minutesAgo(now, n % 1000) }),
};
/**
 * A voucher ends with its card or shortly after, so all of them belong to one card that covers every day of the inputs.
 */
function createLongCard(
  create: SampleContext['create'],
  baseRecords: BaseRecords,
  extendCard: SampleContext['extendCard'],
): Promise<number> {
  const card =
    longCards.get(baseRecords) ??
    create('member_card', { start_date: '1980-01-01' }).then((id) => extendCard(id, '2400-12-31'));
  longCards.set(baseRecords, card);
  return card;
}
const longCards = new WeakMap<BaseRecords, Promise<number>>();
/** A day in the next half year, by the database's clock, on which a card may end. */
export const dayAhead = (n: number): string =>
  new Date(Date.now() + (100 + (n % 80)) * 86_400_000).toISOString().slice(0, 10);
const minutesAgo = (now: Date, minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** Fields whose values the resource's own rules decide. */
export const hasSample = (d: ResourceDefinition, name: string): boolean =>
  Object.hasOwn(samples[d.key]?.(NO_SAMPLES) ?? {}, name);
/** Those of them that reference related records: any other record would be inconsistent. */
export const isTiedReference = (d: ResourceDefinition, name: string): boolean => {
  const value = samples[d.key]?.(NO_SAMPLES)[name];
  return hasSample(d, name) && (value === undefined || typeof value === 'function');
};
/**
 * Fields that change only together with others: an extension of a card or voucher needs a reason, a currency needs its
 * rate.
 */
export const isAccompanied = (d: ResourceDefinition, name: string): boolean => ACCOMPANIED.has(`${d.key}.${name}`);
const ACCOMPANIED: ReadonlySet<string> = new Set([
  'country.currency',
  'member.comp_visits_period',
  'member_card.end_date',
  'member_card.membership_id',
  'member_voucher.valid_until_date',
]);

/**
 * Whether an emptied field reads back differently, given the other fields: an amount of a bill with another amount
 * becomes 0.
 */
export const isCompleted = (d: ResourceDefinition, name: string): boolean => COMPLETED.has(`${d.key}.${name}`);
const COMPLETED: ReadonlySet<string> = new Set(['visit.total_fb', 'visit.total_room', 'visit.total_others']);

const NO_SAMPLES: SampleContext = {
  baseRecords: { region: 0, country: 0, hotel: 0, membership: 0 },
  n: 0,
  now: new Date(0),
  create: async () => 0,
  findOptionDetail: async () => 0,
  sharedField: async () => 0,
  extendCard: async () => 0,
};

export function createInputs({ app, db, clock }: TestApp, admin: TestUser, baseRecords: BaseRecords): Inputs {
  const pool = new Map<string, Promise<number>>(
    Object.entries(baseRecords).map(([key, id]) => [key, Promise.resolve(id)]),
  );
  const reserved = new Set<string>();
  let count = 0;

  /** Returns the id of a record to reference: a new one, or the one that all inputs share. */
  function findOrCreate(key: string, isNew: boolean): Promise<number> {
    const pooled = isNew ? undefined : pool.get(key);
    const id = pooled ?? createRecord(getResource(key));
    if (!isNew) pool.set(key, id);
    return id;
  }

  /** Creates a record with the required fields only, which leaves other values to the records that reference it. */
  async function createRecord(d: ResourceDefinition): Promise<number> {
    return (await post(d, await createRequired(d))).id;
  }

  async function findOptionDetail(slug: string, code: string | null = null): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select d.id from option_detail d join option o on o.id = d.option_id where o.slug = ${slug}
        and (${code}::text is null or d.code = ${code}) and d.deleted_at is null order by d.id limit 1`.execute(
      db.kysely,
    );
    return rows[0]?.id ?? 0;
  }

  async function findLiveIds(key: string, limit: number): Promise<number[]> {
    const { rows } = await sql<{
      id: number;
    }>`select id from ${sql.table(key)} where deleted_at is null order by id limit ${limit}`.execute(db.kysely);
    return rows.map(({ id }) => id);
  }

  /** Reserves a value; false if it is stored, or reserved and not written yet. */
  async function tryReserve(d: ResourceDefinition, name: string, value: string): Promise<boolean> {
    const valueKey = `${d.key}.${name} ${value.toLowerCase()}`;
    if (reserved.has(valueKey)) return false;
    reserved.add(valueKey);
    const { rows } = await sql`select from ${sql.table(d.key)} where lower(${sql.ref(name)}) = lower(${value})`.execute(
      db.kysely,
    );
    return rows.length === 0;
  }

  async function createValue(d: ResourceDefinition, name: string, f: Field, n: number): Promise<unknown> {
    if (f.kind === 'reference') return findOrCreate(targetKey(f), isVaried(d, name));
    if (f.kind === 'option') return findOptionDetail(f.slug);
    if (f.kind === 'references') return findLiveIds(f.to, 2);
    if (f.kind === 'file') return createPicture(n);
    if (f.kind !== 'text' || f.pattern === undefined)
      // The kind selects the matching function.
      return (values[f.kind] as (field: Field, n: number) => unknown)(f, n + NUMBER_GAP * orderDepth(d, name));
    const isUnique = d.unique?.some((rule) => rule.fields.includes(name)) ?? false;
    for (let seed = n; ; seed += 1) {
      const text = createMatching(f.pattern, seed, f.max);
      if (!isUnique || (await tryReserve(d, name, text))) return text;
    }
  }

  async function createInput(
    d: ResourceDefinition,
    isSelected: (f: Field) => boolean,
    overrides: Input,
  ): Promise<Input> {
    const n = (count += 1);
    const input: Input = {};
    const create: SampleContext['create'] = async (key, overrides) =>
      (await post(getResource(key), await createRequired(getResource(key), overrides))).id;
    const readSharedField: SampleContext['sharedField'] = async (key, field) => {
      const { rows } = await sql<{ value: unknown }>`
        select ${sql.ref(field)} as value from ${sql.table(key)} where id = ${await findOrCreate(key, false)}`.execute(
        db.kysely,
      );
      return rows[0]?.value;
    };
    const extendCard: SampleContext['extendCard'] = async (card, end) => {
      await sql`update member_card set end_date = ${end} where id = ${card}`.execute(db.kysely);
      return card;
    };
    const sample =
      samples[d.key]?.({
        baseRecords,
        n,
        now: clock(),
        create,
        findOptionDetail,
        sharedField: readSharedField,
        extendCard,
      }) ?? {};
    for (const [name, f] of Object.entries(d.fields)) {
      if (!isWritable(f) || !isSelected(f) || Object.hasOwn(overrides, name)) continue;
      const sampleValue = sample[name];
      const value = !Object.hasOwn(sample, name)
        ? await createValue(d, name, f, n)
        : typeof sampleValue === 'function'
          ? await sampleValue()
          : sampleValue;
      if (value !== undefined) input[name] = value;
    }
    return { ...input, ...overrides };
  }

  const createFull: Inputs['createFull'] = (d, overrides = {}) => createInput(d, () => true, overrides);
  const createRequired: Inputs['createRequired'] = (d, overrides = {}) =>
    createInput(d, (f) => f.required === true, overrides);

  const create: Inputs['create'] = async (d, overrides) => post(d, await createFull(d, overrides));
  async function post(d: ResourceDefinition, body: Input): Promise<ResponseRecord> {
    const reply = await call(app, admin.token, 'POST', `/api/${d.key}`, { body });
    if (reply.status !== 201)
      throw new Error(`A valid ${d.key} was rejected: ${reply.text} for ${JSON.stringify(body)}`);
    return parseWritten(reply);
  }
  async function createChange(d: ResourceDefinition): Promise<Input> {
    const freeFields = Object.entries(d.fields).filter(
      ([field, f]) => isWritable(f) && !f.fixed && !hasSample(d, field),
    );
    const findOfKind = (...kinds: readonly FieldKind[]) =>
      freeFields.find(([field, { kind }]) => kinds.includes(kind) || isVaried(d, field))?.[0];
    const name = findOfKind('text', 'date') ?? findOfKind('textarea');
    if (name === undefined) throw new Error(`There is no field of ${d.key} that can always change`);
    const { [name]: value } = await createFull(d);
    return { [name]: value };
  }
  async function createShared(d: ResourceDefinition): Promise<Input> {
    const names = sharedFields(d);
    const isPlain = (name: string) => !hasSample(d, name) && PLAIN_KINDS.has(d.fields[name]?.kind ?? 'json');
    const name = names.find(isPlain) ?? names[0];
    return createInput(d, (f) => f === d.fields[name ?? ''], {});
  }
  return { createChange, createFull, createRequired, createShared, create, findOptionDetail };
}

const PLAIN_KINDS: ReadonlySet<FieldKind> = new Set(['text', 'textarea', 'integer', 'decimal', 'money', 'flag']);

/**
 * The fields that any two records may share: not a field that alone distinguishes two records with the same rest of a
 * unique key.
 */
export function sharedFields(d: ResourceDefinition): readonly string[] {
  const keys = new Set(
    (d.unique ?? []).map(({ fields }) => {
      const ownField = fields.findLast((name) => d.fields[name]?.kind !== 'reference');
      return ownField ?? fields.findLast((name) => d.fields[name]?.required);
    }),
  );
  return bulkFields(d).filter((name) => !keys.has(name));
}

/** Larger than the difference of any two numbers in one run. */
const NUMBER_GAP = 100_000;

/** The length of the longest chain of fields that must be less than this one. */
function orderDepth(d: ResourceDefinition, name: string): number {
  const lowerFields = Object.entries(d.fields).flatMap(([otherField, f]) =>
    (f.rules ?? []).flatMap((rule) => {
      if (!('field' in rule)) return [];
      const [lower, upper] = rule.rule.startsWith('less') ? [otherField, rule.field] : [rule.field, otherField];
      return upper === name ? [lower] : [];
    }),
  );
  return lowerFields.length === 0 ? 0 : 1 + Math.max(...lowerFields.map((otherField) => orderDepth(d, otherField)));
}

/** Whether a reference needs a new record each time, because only references form the unique key. */
export function isVaried(d: ResourceDefinition, name: string): boolean {
  return (d.unique ?? []).some(({ fields }) => {
    const isReference = (field: string) => d.fields[field]?.kind === 'reference';
    return fields.every(isReference) && fields.findLast((field) => d.fields[field]?.required) === name;
  });
}

/** Creates a text that matches a pattern; each seed gives another one. */
function createMatching(pattern: string, seed: number, max = MAX_TEXT_LENGTH): string {
  const texts = textsOf.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  textsOf.set(pattern, texts);
  const [text = ''] = fc.sample(
    texts.filter((s) => s.length <= max),
    { seed, numRuns: 1 },
  );
  return text;
}
/** Generators by pattern: parsing a pattern takes longer than generating a text. */
const textsOf = new Map<string, fc.Arbitrary<string>>();

const pad = (n: number, length: number): string => String(n).padStart(length, '0');
const createNthDay = (n: number): string => new Date(Date.UTC(1980, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
/** A word that also fits columns of a few characters. */
const createNthWord = (
  n: number,
  { max = MAX_TEXT_LENGTH, upper = false }: { max?: number; upper?: boolean } = {},
): string => {
  const text = max < 30 ? `T${n}` : `Tést ${n} O'Brien`;
  return upper ? text.toUpperCase() : text;
};

/** A valid value of each kind, different for each number. createValue handles references and texts with a pattern. */
const values: {
  [K in Exclude<FieldKind, 'reference' | 'option' | 'references' | 'file'>]: (f: FieldOf<K>, n: number) => unknown;
} = {
  text: (f, n) => createNthWord(n, f),
  email: (_, n) => `person.${n}@example.test`,
  phone: (_, n) => `+62 812 ${pad(n, 7)}`,
  textarea: (_, n) => `Line ${n}\nsecond line`,
  editor: (_, n) => `<p>Paragraph ${n}</p>`,
  secret: (_, n) => `Zebra-${n}-quartz-lagoon-and-other-words`,
  integer: (f, n) => (f.min ?? 0) + (f.max === undefined ? n : n % (f.max - (f.min ?? 0) + 1)),
  decimal: (f, n) => `${n % 80}.${pad(n, f.scale).slice(-f.scale)}`,
  // Whole amounts are valid in every currency.
  money: (f, n) => (f.whole ? `${n}000` : `${n}.${pad(0, MONEY_SCALE)}`),
  flag: () => 1,
  date: (_, n) => createNthDay(n),
  instant: (_, n) => `${createNthDay(n)} 10:20:30`,
  choice: (f, n) => f.choices[n % f.choices.length]?.value,
  json: (_, n) => ({ n }),
};
