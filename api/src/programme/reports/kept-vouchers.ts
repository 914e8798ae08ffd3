import { figureField, reference, reportCatalogue } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { hotelInSightSql } from '../../access/scope.ts';
import { type Kept, PLACES, defineKept } from './kept.ts';

const figureColumns = reportCatalogue.find(({ table }) => table === 'benefit')?.columns ?? [];

/** What became of vouchers, from the figures that are kept of them (docs/decisions/0076-what-became-of-vouchers.md). */
export const KEPT_VOUCHERS: Kept = {
  definition: defineKept(
    'benefit-report',
    {
      register_hotel_id: reference('hotel', 'Signed up at', 'Didaftarkan di'),
      ...Object.fromEntries(figureColumns.map((known) => [known.column, figureField(known)])),
    },
    ['hotel_id', 'register_hotel_id'],
  ),
  told: {
    ...PLACES,
    'member_card.membership': 'membership.',
    benefit: '',
    'member_voucher.created_at': 'month',
    'member_voucher.currency': 'currency',
    'member_voucher.nominal': 'issued_nominal',
  },
  sums: ['issued_nominal'],
  rows: 'issued',
  records: recordsSql,
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
