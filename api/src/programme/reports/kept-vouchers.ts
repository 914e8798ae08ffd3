import {
  type ColumnPath,
  date,
  defineResource,
  figureField,
  getColumn,
  reference,
  reportCatalogue,
  text,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { hotelInSightSql } from '../../access/scope.ts';
import { isOfMonths } from './kept-sums.ts';
import type { ReportQuestion } from './question.ts';
import { type ReportScene, sourceOf } from './scene.ts';
import type { ReportSource } from './sources.ts';

const figureColumns = reportCatalogue.find(({ table }) => table === 'benefit')?.columns ?? [];

/** What became of the vouchers of a month, at a hotel and of a membership, in sight of those who see that hotel or the one that signed the members up. */
const kept_voucher = defineResource({
  key: 'kept_voucher',
  label: { en: 'Vouchers', id: 'Voucher' },
  labels: { en: 'Vouchers', id: 'Voucher' },
  permission: 'BENEFIT_REPORT',
  path: '/report',
  icon: 'chart-column',
  display: { name: [] },
  fields: {
    month: date('Month', 'Bulan', { required: true, ofMonth: true }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }),
    register_hotel_id: reference('hotel', 'Signed up at', 'Didaftarkan di'),
    membership_id: reference('membership', 'Membership', 'Keanggotaan'),
    currency: text('Currency', 'Mata uang'),
    ...Object.fromEntries(figureColumns.map((known) => [known.column, figureField(known)])),
  },
  list: [],
  scope: { hotel: ['hotel_id', 'register_hotel_id'] },
});

/** The columns that they tell, by those of the report: a table or one column of it, and the path to it. */
const TOLD: Readonly<Record<string, string>> = {
  membership: 'membership.',
  hotel: 'hotel.',
  country: 'hotel.country.',
  region: 'hotel.country.region.',
  benefit: '',
  'member_voucher.created_at': 'month',
  'member_voucher.currency': 'currency',
  'member_voucher.nominal': 'issued_nominal',
};

/**
 * The same question to the kept figures (docs/decisions/0076-what-became-of-vouchers.md) in place of the vouchers, if they can answer
 * it: by hotel, membership, currency and month, of all vouchers or of those issued in whole months. Null where the question is another one.
 */
export function keptVouchers(
  scene: ReportScene,
  question: ReportQuestion,
): { readonly scene: ReportScene; readonly question: ReportQuestion } | null {
  if (scene.report !== 'benefit-report' || question.words.length > 0) return null;
  const { figures } = sourceOf(scene);
  const isFigure = (path: ColumnPath) => Object.hasOwn(figures, path.column);
  const isMoment = ({ column }: ColumnPath) => TOLD[column] === 'month';
  const shown = question.columns.map(({ path }) => path);
  const isTold =
    [...shown, ...question.conditions.map(({ path }) => path)].every((path) => toldAs(path) !== undefined) &&
    // They know months, which moments are where groups are asked for, and what all vouchers of them are worth.
    (question.group.length > 0 || !shown.some(isMoment)) &&
    question.conditions.every(({ path, condition }) =>
      isMoment(path) ? isOfMonths(scene, condition) : isFigure(path) || toldAs(path)?.field !== 'issued_nominal',
    );
  if (!isTold) return null;
  const told = <T extends { readonly path: ColumnPath }>(of: T): T => ({ ...of, path: toldAs(of.path) ?? of.path });
  const asked = {
    ...question,
    columns: question.columns.map(told),
    group: question.group.map(told),
    conditions: question.conditions.map(told),
    sort: question.sort.map(told),
    sums: question.sums.map(told),
  };
  const keys = [...asked.columns, ...asked.conditions].flatMap(
    ({ path }) => path.relations[0]?.field ?? path.field ?? [],
  );
  const source: ReportSource = {
    definition: kept_voucher,
    records: (names) => recordsSql(scene.actor, new Set([...names, ...keys])),
    tables: {},
    live: [],
    order: null,
    summed: [],
    currency: 'currency',
    rows: 'issued',
    figures: Object.fromEntries(Object.keys(figures).map((key) => [key, ofItself(toldPath(key)?.field ?? '')])),
  };
  return { scene: { ...scene, source }, question: asked };
}

const ofItself = (name: string) => ({ of: [name], sql: name });

const toldAs = ({ column }: ColumnPath): ColumnPath | undefined => toldPath(column);

function toldPath(column: string): ColumnPath | undefined {
  const dot = column.indexOf('.');
  const path = TOLD[column] ?? TOLD[column.slice(0, dot)];
  if (path === undefined) return undefined;
  return { ...getColumn(kept_voucher, TOLD[column] ?? `${path}${column.slice(dot + 1)}`), column };
}

/** The days of each hotel's present month; `offset 0` has them worked out once. */
const WITH_DAYS = sql`join (
  select hotel_id, d.today, date_trunc('month', d.today)::date as month, (date_trunc('month', d.today) + interval '1 month')::date as next
  from hotel_zone, lateral (select (now() at time zone zone)::date as today) d offset 0) z on z.hotel_id = f.hotel_id`;
/** No hotel is further than a day from UTC: bounds for an index, around the condition by each hotel's own month. */
const MONTHS_NOW = sql`f.day >= date_trunc('month', (now() at time zone 'UTC')::date - 1)::date
  and f.day < (date_trunc('month', (now() at time zone 'UTC')::date + 1) + interval '1 month')::date`;

/**
 * SQL of the kept figures, added up over everything that is not asked for. Vouchers of a month that is over or to come are open or expired as a whole, those of the
 * present month by their day, by the clock that tells the state of a voucher (`api/src/programme/redemptions/member_voucher.ts`). The others are redeemed.
 */
function recordsSql(actor: Actor, asked: ReadonlySet<string>): RawBuilder<unknown> {
  const isAsked = (name: string) => asked.has(name) || asked.has(`${name}_nominal`);
  const states = {
    issued: [['issued', sql`true`]],
    cancelled: [['cancelled', sql`true`]],
    open: [
      ['voucher_month', sql`f.day >= z.next`],
      ['voucher', sql`${MONTHS_NOW} and f.day >= z.today and f.day < z.next`],
    ],
    expired: [
      ['voucher_month', sql`f.day < z.month`],
      ['voucher', sql`${MONTHS_NOW} and f.day >= z.month and f.day < z.today`],
    ],
  } as const;
  const parts = Object.entries(states).filter(([state]) => state === 'issued' || isAsked(state) || isAsked('redeemed'));
  const added = parts.flatMap(([state, kinds]) =>
    kinds.flatMap(([kind, days]) => addedSql(actor, asked, state, kind, days)),
  );
  const column = (state: string) => [
    sql`case p.state when ${sql.lit(state)} then p.number else 0 end as ${sql.ref(state)}`,
    sql`case p.state when ${sql.lit(state)} then p.amount else 0 end as ${sql.ref(`${state}_nominal`)}`,
  ];
  return sql`
    select p.hotel_id, p.register_hotel_id, p.membership_id, p.month, p.currency, ${sql.join(Object.keys(states).flatMap(column))},
           case p.state when 'issued' then p.number else -p.number end as redeemed,
           case p.state when 'issued' then p.amount else -p.amount end as redeemed_nominal
    from (${sql.join(added, sql` union all `)}) p`;
}

function addedSql(
  actor: Actor,
  asked: ReadonlySet<string>,
  state: string,
  kind: string,
  days: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const month = kind.startsWith('voucher') ? sql`f.issue_month` : sql`f.day`;
  const of = (kindOf: string, register: RawBuilder<unknown>, sight: RawBuilder<unknown>) => sql`
    select ${sql.lit(state)} as state, f.hotel_id, ${register} as register_hotel_id, ${asked.has('membership_id') ? sql`f.membership_id` : sql`null::bigint`} as membership_id,
           ${asked.has('month') ? month : sql`null::date`} as month, f.currency, sum(f.number)::bigint as number, sum(f.amount) as amount
    from figure_now f ${kind.startsWith('voucher') ? WITH_DAYS : sql``}
    where f.kind = ${sql.lit(kindOf)} and ${days} and ${sight} group by 2, 3, 4, 5, 6`;
  const away = sql`not ${hotelInSightSql(actor, sql`f.hotel_id`)}`;
  return [
    of(kind, sql`null::bigint`, sql`true`),
    // Of members of a hotel out of sight, whom a hotel in sight signed up.
    ...(actor.hotels === null ? [] : [of(`${kind}_away`, sql`f.part::bigint`, away)]),
  ];
}
