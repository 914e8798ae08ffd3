import { BIRTHDAY_DAYS, type Language, resources, ungrouped } from '@innkeeper/contract';
import type { CounterGuest, CounterVoucher } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { namedSql } from '../../access/named.ts';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import { phoneSql } from '../people/phone.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { servedSql } from '../people/served.ts';
import { createSource, displayName } from '../../engine/resources/source.ts';
import { refuseGivenUp } from '../cards/given-up.ts';
import { type Serving, judgeVouchers } from '../cards/refusal.ts';

/** The guest whom a counter asks for: by the text on card, voucher or visiting card, or one member in sight. */
export type Asked =
  | { readonly q: string }
  | { readonly shown: Shown; readonly value: string }
  | {
      readonly memberId: number;
      /** Beside members in sight: those whom the actor found a moment ago. */ readonly servedAt?: Date;
    };
/** The kinds of text that a guest shows, where the kind is known. */
export type Shown = 'card_no' | 'phone_no' | 'email';

/** Guests at most: an address or telephone is one family's, seldom more. */
const MOST = 10;

type Held = Omit<CounterVoucher, 'refusal' | 'reason'>;
type Found = Omit<CounterGuest, 'vouchers' | 'may'> & { readonly vouchers: readonly Held[] };

/**
 * The guests that are meant, each with the vouchers that can be honoured there and then, and why the rest cannot. Throws a 409 for a number
 * that was given up for another.
 */
export async function readGuests(
  { db, behaviours }: { db: Db; behaviours: Behaviours },
  actor: Actor,
  asked: Asked,
  serving: Serving,
  language: Language,
): Promise<Omit<CounterGuest, 'may'>[]> {
  const statement = guestsSql(behaviours, actor, asked, serving).compile(db.kysely);
  const found = await db.read<Found & Record<string, unknown>>(statement);
  if (found.length === 0 && !('memberId' in asked)) await refuseGivenUp(db, numbersIn(asked));
  const memberIds = found.map(({ member }) => member.id);
  const judged = new Map((await judgeVouchers(db, { memberIds, ...serving })).map((voucher) => [voucher.id, voucher]));
  return found.map((guest) => ({
    ...guest,
    vouchers: guest.vouchers
      .map((voucher) => {
        const { refusal = null, reason = null } = judged.get(voucher.id) ?? {};
        return { ...voucher, refusal, reason: reason && reason[language] };
      })
      .toSorted((a, b) => placeOf(a) - placeOf(b)),
  }));
}

/** A card or voucher number, as it may be meant. */
const numbersIn = (asked: Exclude<Asked, { readonly memberId: number }>): readonly string[] => {
  if ('q' in asked) return [asked.q, voucherNumber(asked.q)];
  return asked.shown === 'card_no' ? [asked.value] : [];
};

/** Vouchers that can be honoured stand first, and the one that was asked for first of its kind. */
const placeOf = ({ refusal, hit }: CounterVoucher): number => (refusal === null ? 0 : 2) + (hit ? 0 : 1);

function guestsSql(behaviours: Behaviours, actor: Actor, asked: Asked, { hotelId, at }: Serving): RawBuilder<unknown> {
  const source = createSource(resources.member, behaviours);
  const inSight = scopeSql(actor, source) ?? sql`true`;
  const ways = waysOf(asked, actor, inSight);
  const number = 'q' in asked ? voucherNumber(asked.q) : '';
  const name = sql.raw(displayName('t', resources.member));
  return sql`
    with ways as (${sql.join(ways, sql` union all `)}),
    found as (
      select distinct id from ways where rank = (select min(rank) from ways) order by id limit ${sql.lit(MOST)}
    )
    select
      json_build_object('id', t.id, 'name', ${name}, 'is_active', t.is_active and t.deleted_at is null,
        'standing', coalesce(s.standing, 'none'), 'hotel', ${namedSql('h')},
        'is_elsewhere', not ${inSight}) as member,
      case when c.id is not null then json_build_object('sbec_no', c.sbec_no, 'membership', json_build_object('id', l.id, 'name', l.name),
        'end_date', c.end_date, 'is_active', c.is_active and c.deleted_at is null) end as card,
      json_build_object('birthday_in', case when ${inSight} then b.days end, 'is_first_visit', not exists (
        select from visit x where x.member_id = t.id and x.hotel_id = ${hotelId} and x.deleted_at is null) and not exists (
        select from voucher_redeem x where x.member_id = t.id and x.redeem_hotel_id = ${hotelId} and x.deleted_at is null)) as greeting,
      coalesce(v.vouchers, '[]') as vouchers, coalesce(v.left_out, 0)::integer as left_out
    from found
    join member t on t.id = found.id
    join hotel h on h.id = t.hotel_id
    left join member_standing s on s.member_id = t.id
    left join member_card c on c.id = s.member_card_id
    left join membership l on l.id = c.membership_id
    left join lateral ${birthdaySql(hotelId, at)} b
      on b.days between ${sql.lit(-BIRTHDAY_DAYS.after)} and ${sql.lit(BIRTHDAY_DAYS.before)}
    left join lateral (
      select json_agg(json_build_object(
          'id', v.id, 'voucher_no', v.voucher_no, 'name', kind.name, 'name_id', kind.name_id, 'nominal', v.nominal::text,
          'currency', v.currency, 'redeem_date', v.redeem_date, 'valid_until_date', v.valid_until_date,
          'terms_condition', v.terms_condition, 'terms_condition_id', v.terms_condition_id,
          'file_url', file_address(kind.file_url), 'hit', v.is_hit
        ) order by v.valid_until_date, kind.sort_no, v.id) filter (where v.is_shown) as vouchers,
        count(*) filter (where not v.is_shown) as left_out
      from (
        select v.*, v.voucher_no = ${number} as is_hit,
          v.voucher_no = ${number} or least(held.end_date::timestamptz, r.redeem_date, v.deleted_at, held.deleted_at) > ${at}::timestamptz - interval '1 year' as is_shown
        from member_voucher v
        join member_card held on held.id = v.member_card_id
        left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
        where v.member_id = t.id
      ) v
      join voucher kind on kind.id = v.voucher_id
    ) v on true
    order by t.deleted_at nulls first, t.id`;
}

/** The days to a birthday that is near; a guest born on 29 February has it on the 28th in other years. */
const birthdaySql = (hotelId: number, at: Date) => sql`(
  select (t.birth_date + make_interval(years => here.year - extract(year from t.birth_date)::integer + turn))::date - here.today as days
  from (select today, extract(year from today)::integer as year
      from (select (${at}::timestamptz at time zone zone_of(${hotelId}))::date as today) clock) here,
    generate_series(-1, 1) turn
)`;

const way = (rank: number, where: RawBuilder<unknown>) =>
  sql`select t.id, ${sql.lit(rank)} as rank from member t where ${where}`;

function waysOf(asked: Asked, actor: Actor, inSight: RawBuilder<unknown>): RawBuilder<unknown>[] {
  if ('q' in asked) return waysTo(asked.q);
  if ('shown' in asked) return waysBy[asked.shown](asked.value);
  const { memberId, servedAt } = asked;
  const served =
    servedAt === undefined ? sql`false` : sql`t.deleted_at is null and t.id in ${servedSql({ actor, now: servedAt })}`;
  return [way(0, sql`t.id = ${memberId} and (${inSight} or ${served})`)];
}

const waysBy: Readonly<Record<Shown, (value: string) => RawBuilder<unknown>[]>> = {
  card_no: (value) => [way(0, cardSql(value, false)), way(2, cardSql(value, true))],
  phone_no: (value) => [way(0, PHONE.test(value) ? sql`${phoneSql(value)} and t.deleted_at is null` : sql`false`)],
  email: (value) => [way(0, sql`lower(t.email) = ${value.toLowerCase()} and t.deleted_at is null`)],
};

const cardSql = (number: string, isGone: boolean) => sql`t.id in (
    select c.member_id from member_card c
    where translate(lower(c.sbec_no), ' -', '') = ${ungrouped(number).toLowerCase()}
      and c.deleted_at is ${sql.raw(isGone ? 'not null' : 'null')})`;

/** Whole numbers with the characters that people put between their digits, and no more digits than a telephone number has. */
const PHONE = /^[+(\s]*(?:\d[\s().-]*){8,15}$/;

/**
 * The ways in which somebody proves at a counter who they are, the surest first: the first way that leads anywhere brings all that it
 * finds. A card or voucher that is no longer good leads to its holder, who is told why.
 */
function waysTo(q: string): RawBuilder<unknown>[] {
  const phone = PHONE.test(q) ? phoneSql(q) : undefined;
  return [
    way(0, cardSql(q, false)),
    way(0, sql`t.id in (select v.member_id from member_voucher v where v.voucher_no = ${voucherNumber(q)})`),
    way(1, sql`lower(t.email) = ${q.toLowerCase()} and t.deleted_at is null`),
    ...(phone ? [way(1, sql`${phone} and t.deleted_at is null`)] : []),
    way(2, cardSql(q, true)),
  ];
}

/** A voucher number as it is stored, however it was grouped: its letters cannot be taken for digits. */
const voucherNumber = (q: string): string => ungrouped(q).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
