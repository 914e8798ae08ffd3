import {
  type Field,
  type FieldKind,
  type FieldOf,
  MONEY_SCALE,
  type ResourceDefinition,
  TEXT_MAX,
  bulkFields,
  getResource,
  isWritable,
  targetKey,
} from '@innkeeper/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type Answered, writtenIn } from './answers.ts';
import { call } from './call.ts';
import { samplePicture } from './pictures.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';
import type { World } from './world.ts';

export type Input = Record<string, unknown>;

/**
 * Valid bodies for any resource, made from its definition; no two of them meet in a unique key. A file is there as its bytes, with
 * which `call` sends the body as a form.
 */
export interface Inputs {
  /** Every field that may be written. */
  full(d: ResourceDefinition, overrides?: Input): Promise<Input>;
  /** The required fields alone. */
  required(d: ResourceDefinition, overrides?: Input): Promise<Input>;
  /** One field with another value each time; the others stay. */
  change(d: ResourceDefinition): Promise<Input>;
  /** One field that many records may be given alike, with another value each time where no rule decides it. */
  share(d: ResourceDefinition): Promise<Input>;
  /** Creates a record of all fields as the administrator. */
  create(d: ResourceDefinition, overrides?: Input): Promise<Answered>;
  /** The id of an option's detail. */
  detail(slug: string, code: string): Promise<number>;
}

/** The means by which samples are made. */
interface Making {
  readonly world: World;
  /** Another number for each record. */
  readonly n: number;
  readonly now: Date;
  /** A new record with no more than it must have. */
  readonly create: (key: string, overrides?: Input) => Promise<number>;
  readonly detail: (slug: string, code: string) => Promise<number>;
  /** Gives a card a later last day than it may have when it is made. Returns its id. */
  readonly lengthen: (card: number, end: string) => Promise<number>;
  /** A field of the record that all inputs point to. */
  readonly pooled: (key: string, field: string) => Promise<unknown>;
}

/**
 * Values that a resource's own rules ask for, and a definition cannot tell. A field is left out where its value is undefined; a
 * function makes its value when it is needed.
 */
const samples: Readonly<Record<string, (making: Making) => Input>> = {
  hotel: ({ world }) => ({ country_id: world.country, time_zone: 'Asia/Makassar' }),
  // Two memberships of one region never have the same rank, but for 0; those of a test's own are below 100.
  membership: ({ n }) => ({ rank: 100 + (n % 9900) }),
  // Amounts that read in one way only in the cell of a file.
  country: ({ n }) => ({
    time_zone: 'Asia/Jayapura',
    visit_limit: `${1_000_000 + n}.000`,
    visit_minimum: `${1_000_000 + n}.000`,
  }),
  // A user whose password somebody else sets owes a new one from then on.
  users: () => ({ must_change_password: 1 }),
  integration: () => ({ addresses: '203.0.113.0/24\n2001:db8::7' }),
  webhook: ({ n }) => ({ url: `https://pms.hotel.example/${n}` }),
  region_users: ({ world }) => ({ region_id: world.region, restrict_hotel_id: world.hotel }),
  // The values of languages for a parameter stay within one template.
  mail_params: ({ pooled }) => ({ mail_template_id: () => pooled('mail_language', 'mail_template_id') }),
  mail_language_params: ({ pooled }) => ({
    mail_language_id: () => pooled('mail_language', 'id'),
    mail_params_id: () => pooled('mail_params', 'id'),
    type_input_id: () => pooled('type_input', 'id'),
  }),
  // Visits are credited to the term of a card.
  member: () => ({ comp_visits_period: undefined }),
  // Cards of one member must not overlap; and a card takes its member to its membership, which then is in use.
  member_card: ({ create, world, n }) => ({
    member_id: () => create('member'),
    membership_id: async () => world.membership,
    // No later than if it were sold today.
    end_date: async () => soon(n),
  }),
  member_voucher: ({ create, world, lengthen }) => ({ member_card_id: () => longCard(create, world, lengthen) }),
  voucher_redeem: ({ create, now, n }) => ({
    member_voucher_id: () => create('member_voucher'),
    member_id: undefined,
    redeem_date: minutesAgo(now, n % 1000),
  }),
  transaction: ({ detail, now, n }) => ({
    transaction_type_id: () => detail('transaction-type', '4'),
    transaction_date: minutesAgo(now, n % 1000),
    discount: '0.000',
  }),
  report_column: () => ({ table_name: 'member', column_name: 'first_name' }),
  visit: ({ now, n }) => ({ visit_date: minutesAgo(now, n % 1000) }),
};
/** A voucher ends with its card, or little later: all are of one that holds all days that inputs have. */
function longCard(create: Making['create'], world: World, lengthen: Making['lengthen']): Promise<number> {
  const card =
    longCards.get(world) ??
    create('member_card', { start_date: '1980-01-01' }).then((id) => lengthen(id, '2400-12-31'));
  longCards.set(world, card);
  return card;
}
const longCards = new WeakMap<World, Promise<number>>();
/** A day in the next half year, by the clock of the database, by which a card may end. */
export const soon = (n: number): string =>
  new Date(Date.now() + (100 + (n % 80)) * 86_400_000).toISOString().slice(0, 10);
const minutesAgo = (now: Date, minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** Fields of a resource whose values its own rules decide. */
export const isRuled = (d: ResourceDefinition, name: string): boolean =>
  Object.hasOwn(samples[d.key]?.(NOTHING_MADE) ?? {}, name);
/** The fields among them that lead to other records of the same story: any other would break it. */
export const isTied = (d: ResourceDefinition, name: string): boolean => {
  const value = samples[d.key]?.(NOTHING_MADE)[name];
  return isRuled(d, name) && (value === undefined || typeof value === 'function');
};
/** Fields that change only together with others: a card or voucher is extended with a reason, a currency comes with its rate. */
export const isAccompanied = (d: ResourceDefinition, name: string): boolean => ACCOMPANIED.has(`${d.key}.${name}`);
const ACCOMPANIED: ReadonlySet<string> = new Set([
  'country.currency',
  'member.comp_visits_period',
  'member_card.end_date',
  'member_card.membership_id',
  'member_voucher.valid_until_date',
]);

/** Whether a field reads otherwise than it was emptied, given the other fields: an amount of a bill that has another one is 0. */
export const isCompleted = (d: ResourceDefinition, name: string): boolean => COMPLETED.has(`${d.key}.${name}`);
const COMPLETED: ReadonlySet<string> = new Set(['visit.total_fb', 'visit.total_room', 'visit.total_others']);

const NOTHING_MADE: Making = {
  world: { region: 0, country: 0, hotel: 0, membership: 0 },
  n: 0,
  now: new Date(0),
  create: async () => 0,
  detail: async () => 0,
  pooled: async () => 0,
  lengthen: async () => 0,
};

export function createInputs({ app, db, clock }: TestApp, admin: TestUser, world: World): Inputs {
  const pool = new Map<string, Promise<number>>(Object.entries(world).map(([key, id]) => [key, Promise.resolve(id)]));
  const given = new Set<string>();
  let count = 0;

  /** Some record of a resource to point to: one for all inputs, or a new one. */
  function pointTo(key: string, isNew: boolean): Promise<number> {
    const known = isNew ? undefined : pool.get(key);
    const found = known ?? made(getResource(key));
    if (!isNew) pool.set(key, found);
    return found;
  }

  /** Nothing but its required fields, so that the records that point to it may have them. */
  async function made(d: ResourceDefinition): Promise<number> {
    return (await post(d, await required(d))).id;
  }

  async function detailOf(slug: string, code: string | null = null): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select d.id from option_detail d join option o on o.id = d.option_id where o.slug = ${slug} and (${code}::text is null or d.code = ${code}) and d.deleted_at is null order by d.id limit 1`.execute(
      db.kysely,
    );
    return rows[0]?.id ?? 0;
  }

  async function live(key: string, limit: number): Promise<number[]> {
    const { rows } = await sql<{
      id: number;
    }>`select id from ${sql.table(key)} where deleted_at is null order by id limit ${limit}`.execute(db.kysely);
    return rows.map(({ id }) => id);
  }

  /** Whether a value stands in the table, or was given away and is not written yet. */
  async function isTaken(d: ResourceDefinition, name: string, value: string): Promise<boolean> {
    const slot = `${d.key}.${name} ${value.toLowerCase()}`;
    if (given.has(slot)) return true;
    given.add(slot);
    const { rows } = await sql`select from ${sql.table(d.key)} where lower(${sql.ref(name)}) = lower(${value})`.execute(
      db.kysely,
    );
    return rows.length > 0;
  }

  async function valueOf(d: ResourceDefinition, name: string, f: Field, n: number): Promise<unknown> {
    if (f.kind === 'reference') return pointTo(targetKey(f), isVaried(d, name));
    if (f.kind === 'option') return detailOf(f.slug);
    if (f.kind === 'references') return live(f.to, 2);
    if (f.kind === 'file') return samplePicture(n);
    if (f.kind !== 'text' || f.pattern === undefined)
      return (values[f.kind] as (field: Field, n: number) => unknown)(f, n + APART * heightOf(d, name)); // the kind picks the function that takes exactly this field
    const isUnique = d.unique?.some((rule) => rule.fields.includes(name)) ?? false;
    for (let seed = n; ; seed += 1) {
      const made = matching(f.pattern, seed, f.max);
      if (!isUnique || !(await isTaken(d, name, made))) return made;
    }
  }

  async function make(d: ResourceDefinition, isWanted: (f: Field) => boolean, overrides: Input): Promise<Input> {
    const n = (count += 1);
    const input: Input = {};
    const create: Making['create'] = async (key, given) =>
      (await post(getResource(key), await required(getResource(key), given))).id;
    const pooled: Making['pooled'] = async (key, field) => {
      const { rows } = await sql<{ value: unknown }>`
        select ${sql.ref(field)} as value from ${sql.table(key)} where id = ${await pointTo(key, false)}`.execute(
        db.kysely,
      );
      return rows[0]?.value;
    };
    const lengthen: Making['lengthen'] = async (card, end) => {
      await sql`update member_card set end_date = ${end} where id = ${card}`.execute(db.kysely);
      return card;
    };
    const sample = samples[d.key]?.({ world, n, now: clock(), create, detail: detailOf, pooled, lengthen }) ?? {};
    for (const [name, f] of Object.entries(d.fields)) {
      if (!isWritable(f) || !isWanted(f) || Object.hasOwn(overrides, name)) continue;
      const given = sample[name];
      const value = !Object.hasOwn(sample, name)
        ? await valueOf(d, name, f, n)
        : typeof given === 'function'
          ? await given()
          : given;
      if (value !== undefined) input[name] = value;
    }
    return { ...input, ...overrides };
  }

  const full: Inputs['full'] = (d, overrides = {}) => make(d, () => true, overrides);
  const required: Inputs['required'] = (d, overrides = {}) => make(d, (f) => f.required === true, overrides);

  const create: Inputs['create'] = async (d, overrides) => post(d, await full(d, overrides));
  async function post(d: ResourceDefinition, body: Input): Promise<Answered> {
    const reply = await call(app, admin.token, 'POST', `/api/${d.key}`, { body });
    if (reply.status !== 201)
      throw new Error(`A valid ${d.key} was refused: ${reply.text} for ${JSON.stringify(body)}`);
    return writtenIn(reply);
  }
  async function change(d: ResourceDefinition): Promise<Input> {
    const free = Object.entries(d.fields).filter(([field, f]) => isWritable(f) && !f.fixed && !isRuled(d, field));
    const isKind = (...kinds: readonly FieldKind[]) =>
      free.find(([field, { kind }]) => kinds.includes(kind) || isVaried(d, field))?.[0];
    const name = isKind('text', 'date') ?? isKind('textarea');
    if (name === undefined) throw new Error(`There is no field of ${d.key} that can always change`);
    const { [name]: value } = await full(d);
    return { [name]: value };
  }
  async function share(d: ResourceDefinition): Promise<Input> {
    const names = sharedFields(d);
    const isPlain = (name: string) => !isRuled(d, name) && PLAIN.has(d.fields[name]?.kind ?? 'json');
    const name = names.find(isPlain) ?? names[0];
    return make(d, (f) => f === d.fields[name ?? ''], {});
  }
  return { change, full, required, share, create, detail: detailOf };
}

const PLAIN: ReadonlySet<FieldKind> = new Set(['text', 'textarea', 'integer', 'decimal', 'money', 'flag']);

/** The fields that any two records may be given alike: not those that alone tell apart two which share the rest of a key. */
export function sharedFields(d: ResourceDefinition): readonly string[] {
  const keys = new Set(
    (d.unique ?? []).map(({ fields }) => {
      const own = fields.findLast((name) => d.fields[name]?.kind !== 'reference');
      return own ?? fields.findLast((name) => d.fields[name]?.required);
    }),
  );
  return bulkFields(d).filter((name) => !keys.has(name));
}

/** Further than any two numbers of one run lie apart. */
const APART = 100_000;

/** How many fields must be less than this one, by the rules between fields. */
function heightOf(d: ResourceDefinition, name: string): number {
  const below = Object.entries(d.fields).flatMap(([other, f]) =>
    (f.rules ?? []).flatMap((rule) => {
      if (!('field' in rule)) return [];
      const [less, more] = rule.rule.startsWith('less') ? [other, rule.field] : [rule.field, other];
      return more === name ? [less] : [];
    }),
  );
  return below.length === 0 ? 0 : 1 + Math.max(...below.map((other) => heightOf(d, other)));
}

/** Where references alone must be unique together, one of them points to a new record each time. */
export function isVaried(d: ResourceDefinition, name: string): boolean {
  return (d.unique ?? []).some(({ fields }) => {
    const isReference = (field: string) => d.fields[field]?.kind === 'reference';
    return fields.every(isReference) && fields.findLast((field) => d.fields[field]?.required) === name;
  });
}

/** A text that fits a pattern, another one for each seed. */
function matching(pattern: string, seed: number, max = TEXT_MAX): string {
  const texts = textsOf.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  textsOf.set(pattern, texts);
  const [text = ''] = fc.sample(
    texts.filter((s) => s.length <= max),
    { seed, numRuns: 1 },
  );
  return text;
}
/** Texts that fit a pattern: reading a pattern takes longer than making a text of it. */
const textsOf = new Map<string, fc.Arbitrary<string>>();

const pad = (n: number, length: number): string => String(n).padStart(length, '0');
const day = (n: number): string => new Date(Date.UTC(1980, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
/** Fits columns of a few characters too. */
const word = (n: number, { max = TEXT_MAX, upper = false }: { max?: number; upper?: boolean } = {}): string => {
  const text = max < 30 ? `T${n}` : `Tést ${n} O'Brien`;
  return upper ? text.toUpperCase() : text;
};

/** A valid value of each kind, another one for each number. References and texts with a pattern are found elsewhere. */
const values: {
  [K in Exclude<FieldKind, 'reference' | 'option' | 'references' | 'file'>]: (f: FieldOf<K>, n: number) => unknown;
} = {
  text: (f, n) => word(n, f),
  email: (_, n) => `person.${n}@example.test`,
  phone: (_, n) => `+62 812 ${pad(n, 7)}`,
  textarea: (_, n) => `Line ${n}\nsecond line`,
  editor: (_, n) => `<p>Paragraph ${n}</p>`,
  secret: (_, n) => `Zebra-${n}-quartz-lagoon-and-other-words`,
  integer: (f, n) => (f.min ?? 0) + (f.max === undefined ? n : n % (f.max - (f.min ?? 0) + 1)),
  decimal: (f, n) => `${n % 80}.${pad(n, f.scale).slice(-f.scale)}`,
  // Whole ones are amounts of every currency.
  money: (f, n) => (f.whole ? `${n}000` : `${n}.${pad(0, MONEY_SCALE)}`),
  flag: () => 1,
  date: (_, n) => day(n),
  instant: (_, n) => `${day(n)} 10:20:30`,
  choice: (f, n) => f.choices[n % f.choices.length]?.value,
  json: (_, n) => ({ n }),
};
