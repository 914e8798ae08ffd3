import { date, defineResource, figureField, reference, reportCatalogue } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { hotelInSightSql } from '../../access/scope.ts';
import { type Kept, PLACES, type Portion, defineKept, monthsSql } from './kept.ts';

const figureColumns = reportCatalogue.find(({ table }) => table === 'benefit')?.columns ?? [];

/** The kind of a voucher, and its last day. */
const OF_EACH = ['voucher_id', 'valid_until_date'];

const definition = defineKept('benefit-report', {
  voucher_id: reference('voucher', 'Voucher', 'Voucher'),
  valid_until_date: date('Valid until', 'Berlaku hingga'),
  ...Object.fromEntries(figureColumns.map((known) => [known.column, figureField(known)])),
});

/** Each voucher as what it counts today (`db/living/voucher-standing.sql`). */
const issued_voucher = defineResource({ ...definition, key: 'issued_voucher' });

/**
 * What became of vouchers, from the figures that are kept of them or, where their kinds or last days are asked for, from what each of them counts as
 * (docs/decisions/0076-what-became-of-vouchers.md).
 */
export const KEPT_VOUCHERS: Kept = {
  definition,
  told: {
    ...PLACES,
    'member_card.membership': 'membership.',
    voucher: 'voucher.',
    'member_voucher.voucher': 'voucher.',
    'member_voucher.valid_until_date': 'valid_until_date',
    benefit: '',
    'member_voucher.created_at': 'month',
    'member_voucher.currency': 'currency',
    'member_voucher.nominal': 'issued_nominal',
  },
  sums: ['issued_nominal'],
  rows: 'issued',
  singles: { definition: issued_voucher, moment: 'created_at' },
  records: (actor, asked, portion) => {
    const parts = OF_EACH.filter((name) => asked.has(name));
    const amounts = figureColumns.map(({ column }) => column);
    const places = ['hotel_id', ...(asked.has('membership_id') ? ['membership_id'] : []), 'month', 'currency'];
    const told = [...places, ...parts, ...amounts].map((name) => sql.ref(name));
    const kept = parts.length > 0 ? eachSql(actor, asked, portion) : figuresSql(actor, asked, portion);
    const all = [kept, ...portion.beside(amounts, parts)];
    return sql.join(
      all.map((of) => sql`select ${sql.join(told)} from (${of}) told`),
      sql` union all `,
    );
  },
};

/** The days of each hotel's present month; `offset 0` has them worked out once. */
const WITH_DAYS = sql`join (
  select hotel_id, d.today, date_trunc('month', d.today)::date as month, (date_trunc('month', d.today) + interval '1 month')::date as next
  from hotel_zone, lateral (select (now() at time zone zone)::date as today) d offset 0) z on z.hotel_id = f.hotel_id`;
/** No hotel is further than a day from UTC: bounds for an index, around the condition by each hotel's own month. */
const MONTHS_NOW = sql`f.day >= date_trunc('month', (now() at time zone 'UTC')::date - 1)::date
  and f.day < (date_trunc('month', (now() at time zone 'UTC')::date + 1) + interval '1 month')::date`;

/**
 * SQL of the kept figures, added up over everything that is not asked for. Vouchers of a month that is over or to come are open or expired as a whole, those of the
 * present month by their day, by the clock that tells the state of a voucher (`api/src/programme/cards/member_voucher.ts`). The others are redeemed.
 */
function figuresSql(actor: Actor, asked: ReadonlySet<string>, portion: Portion): RawBuilder<unknown> {
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
    kinds.map(([kind, days]) => addedSql(actor, asked, portion, state, kind, days)),
  );
  return sql`
    select p.hotel_id, p.membership_id, p.month, p.currency, ${sql.join(Object.keys(states).flatMap(inState))},
           case p.state when 'issued' then p.number else -p.number end as redeemed,
           case p.state when 'issued' then p.amount else -p.amount end as redeemed_nominal
    from (${sql.join(added, sql` union all `)}) p`;
}

function addedSql(
  actor: Actor,
  asked: ReadonlySet<string>,
  portion: Portion,
  state: string,
  kind: string,
  days: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isOpen = kind.startsWith('voucher');
  const month = isOpen ? sql`f.issue_month` : sql`f.day`;
  return sql`
    select ${sql.lit(state)} as state, f.hotel_id, ${asked.has('membership_id') ? sql`f.membership_id` : sql`null::bigint`} as membership_id,
           ${asked.has('month') ? month : sql`null::date`} as month, f.currency, sum(f.number)::bigint as number, sum(f.amount) as amount
    from figure_now f ${isOpen ? WITH_DAYS : sql``}
    where f.kind = ${sql.lit(kind)} and ${days} and ${monthsSql(month, portion)} and ${hotelInSightSql(actor, sql`f.hotel_id`)} group by 2, 3, 4, 5`;
}

/** The same SQL over what each voucher counts as. */
function eachSql(actor: Actor, asked: ReadonlySet<string>, portion: Portion): RawBuilder<unknown> {
  const keys = ['hotel_id', ...['membership_id', ...OF_EACH].filter((name) => asked.has(name)), 'currency'];
  const told = keys.map((key) => sql.ref(`f.${key}`));
  const month = asked.has('month') ? sql`f.issue_month` : sql`null::date`;
  const state = sql`case when f.state = 'open' and f.valid_until_date < z.today then 'expired' else f.state end`;
  return sql`
    select p.*, p.number as issued, p.amount as issued_nominal, ${sql.join(['redeemed', 'open', 'expired', 'cancelled'].flatMap(inState))}
    from (select ${sql.join(told)}, ${month} as month, ${state} as state, count(*) as number, sum(f.nominal) as amount
          from voucher_standing f ${WITH_DAYS} where f.state <> 'deleted' and ${hotelInSightSql(actor, sql`f.hotel_id`)} and ${monthsSql(sql`f.issue_month`, portion)} group by ${sql.join(told)}, ${month}, ${state}) p`;
}

const inState = (state: string) => [
  sql`case p.state when ${sql.lit(state)} then p.number else 0 end as ${sql.ref(state)}`,
  sql`case p.state when ${sql.lit(state)} then p.amount else 0 end as ${sql.ref(`${state}_nominal`)}`,
];
