import { BIRTHDAY_DAYS, type Language, resources, stripDigitSeparators } from '@innkeeper/contract';
import type { DeskGuest, DeskVoucher } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { namedRecordSql } from '../access/named-records.ts';
import type { Actor } from '../access/actor.ts';
import { scopeSql } from '../access/scope.ts';
import { addressStateSql } from './address-state.ts';
import { samePhoneSql } from '../engine/resources/notation.ts';
import type { HooksByResource } from '../engine/resources/resource-hooks.ts';
import { sameEmailSql } from '../platform/mail/no-email.ts';
import { servableIdsSql } from './servable-members.ts';
import { createSource, displayName } from '../engine/resources/source.ts';
import { assertNumberNotRetired } from './retired-numbers.ts';
import { type RedemptionContext, evaluateVouchers } from './redemption-eligibility.ts';

/** The requested guest: by a text from a card, voucher or business card, or by the id of a visible member. */
export type GuestLookup =
  | { readonly q: string }
  | { readonly identifier: GuestIdentifierType; readonly value: string }
  | {
      readonly memberId: number;
      /** If set, also finds members whom the actor recently looked up. */ readonly servedAt?: Date;
    };
/** The kinds of identifier, if the kind is known. */
export type GuestIdentifierType = 'card_no' | 'phone_no' | 'email';

/** Maximum number of guests: an address or telephone is usually shared by one family at most. */
const MAX_GUESTS = 10;

type DeskGuestVoucher = Omit<DeskVoucher, 'rejection' | 'reason'>;
type GuestRow = Omit<DeskGuest, 'vouchers' | 'may'> & { readonly vouchers: readonly DeskGuestVoucher[] };

/**
 * The matching guests, each with the vouchers that can be redeemed at that place and time, and the reasons why the
 * others cannot. Throws a 409 for a number that was replaced by another.
 */
export async function readGuests(
  { db, hooksByResource }: { db: Db; hooksByResource: HooksByResource },
  actor: Actor,
  guestLookup: GuestLookup,
  redemptionContext: RedemptionContext,
  language: Language,
): Promise<Omit<DeskGuest, 'may'>[]> {
  const statement = guestsQuerySql(hooksByResource, actor, guestLookup, redemptionContext).compile(db.kysely);
  const guestRows = await db.read<GuestRow & Record<string, unknown>>(statement);
  if (guestRows.length === 0 && !('memberId' in guestLookup))
    await assertNumberNotRetired(db, listPossibleNumbers(guestLookup));
  const memberIds = guestRows.map(({ member }) => member.id);
  const evaluationById = new Map(
    (await evaluateVouchers(db, { memberIds, ...redemptionContext })).map((voucher) => [voucher.id, voucher]),
  );
  return guestRows.map((guest) => ({
    ...guest,
    vouchers: guest.vouchers
      .map((voucher) => {
        const { rejection = null, reason = null } = evaluationById.get(voucher.id) ?? {};
        return { ...voucher, rejection, reason: reason && reason[language] };
      })
      .toSorted((a, b) => sortPosition(a) - sortPosition(b)),
  }));
}

/** Possible readings of the input: as a card number and as a voucher number. */
const listPossibleNumbers = (guestLookup: Exclude<GuestLookup, { readonly memberId: number }>): readonly string[] => {
  if ('q' in guestLookup) return [guestLookup.q, normalizeVoucherNumber(guestLookup.q)];
  return guestLookup.identifier === 'card_no' ? [guestLookup.value] : [];
};

/** Sort order: redeemable vouchers first and, within each group, the requested one first. */
const sortPosition = ({ rejection, hit }: DeskVoucher): number => (rejection === null ? 0 : 2) + (hit ? 0 : 1);

function guestsQuerySql(
  hooksByResource: HooksByResource,
  actor: Actor,
  guestLookup: GuestLookup,
  { hotelId, at }: RedemptionContext,
): RawBuilder<unknown> {
  const source = createSource(resources.member, hooksByResource);
  const visibleSql = scopeSql(actor, source) ?? sql`true`;
  const lookupStatements = createLookupStatements(guestLookup, actor, visibleSql);
  const number = 'q' in guestLookup ? normalizeVoucherNumber(guestLookup.q) : '';
  const name = sql.raw(displayName('t', resources.member));
  return sql`
    with lookup as (${sql.join(lookupStatements, sql` union all `)}),
    match as (
      select distinct id from lookup where rank = (select min(rank) from lookup) order by id limit ${sql.lit(MAX_GUESTS)}
    )
    select
      json_build_object('id', t.id, 'name', ${name}, 'is_active', t.is_active and t.deleted_at is null,
        'standing', coalesce(s.standing, 'none'), 'hotel', ${namedRecordSql('h')},
        'is_elsewhere', not ${visibleSql}) as member,
      case when c.id is not null then json_build_object('sbec_no', c.sbec_no,
        'membership', json_build_object('id', l.id, 'name', l.name),
        'end_date', c.end_date, 'is_active', c.is_active and c.deleted_at is null,
        'benefits', c.benefits) end as card,
      json_build_object('birthday_in', case when ${visibleSql} then b.days end, 'is_first_visit', not exists (
        select from visit x where x.member_id = t.id and x.hotel_id = ${hotelId} and x.deleted_at is null)
          and not exists (
        select from voucher_redeem x where x.member_id = t.id and x.redeem_hotel_id = ${hotelId}
          and x.deleted_at is null)) as greeting,
      case when ${visibleSql} then ${addressStateSql(sql`t.email`)} end as address_state,
      coalesce(v.vouchers, '[]') as vouchers, coalesce(v.left_out, 0)::integer as left_out
    from match
    join member t on t.id = match.id
    join hotel h on h.id = t.hotel_id
    left join member_standing s on s.member_id = t.id
    left join member_card c on c.id = s.member_card_id
    left join membership l on l.id = c.membership_id
    left join lateral ${birthdaySql(hotelId, at)} b
      on b.days between ${sql.lit(-BIRTHDAY_DAYS.after)} and ${sql.lit(BIRTHDAY_DAYS.before)}
    left join lateral (
      select json_agg(json_build_object(
          'id', v.id, 'voucher_no', v.voucher_no, 'name', kind.name, 'name_id', kind.name_id,
          'nominal', v.nominal::text,
          'currency', v.currency, 'redeem_date', v.redeem_date, 'valid_until_date', v.valid_until_date,
          'terms_condition', v.terms_condition, 'terms_condition_id', v.terms_condition_id,
          'file_url', signed_file_path(kind.file_url), 'hit', v.is_hit
        ) order by v.valid_until_date, kind.sort_no, v.id) filter (where v.is_shown) as vouchers,
        count(*) filter (where not v.is_shown) as left_out
      from (
        select v.*, v.voucher_no = ${number} as is_hit,
          v.voucher_no = ${number}
            or least(voucher_card.end_date::timestamptz, r.redeem_date, v.deleted_at,
              voucher_card.deleted_at) > ${at}::timestamptz - interval '1 year' as is_shown
        from member_voucher v
        join member_card voucher_card on voucher_card.id = v.member_card_id
        left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
        where v.member_id = t.id
      ) v
      join voucher kind on kind.id = v.voucher_id
    ) v on true
    order by t.deleted_at nulls first, t.id`;
}

/** Days until a nearby birthday. A guest born on 29 February celebrates on the 28th in other years. */
const birthdaySql = (hotelId: number, at: Date) => sql`(
  select (t.birth_date + make_interval(years => here.year - extract(year from t.birth_date)::integer + turn))::date - here.today as days
  from (select today, extract(year from today)::integer as year
      from (select (${at}::timestamptz at time zone effective_time_zone(${hotelId}))::date as today) clock) here,
    generate_series(-1, 1) turn
)`;

const rankedMembersSql = (rank: number, where: RawBuilder<unknown>) =>
  sql`select t.id, ${sql.lit(rank)} as rank from member t where ${where}`;

function createLookupStatements(
  guestLookup: GuestLookup,
  actor: Actor,
  visibleSql: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  if ('q' in guestLookup) return createTextLookups(guestLookup.q);
  if ('identifier' in guestLookup) return statementsByIdentifier[guestLookup.identifier](guestLookup.value);
  const { memberId, servedAt } = guestLookup;
  const servableCondition =
    servedAt === undefined
      ? sql`false`
      : sql`t.deleted_at is null and t.id in ${servableIdsSql({ actor, now: servedAt })}`;
  return [rankedMembersSql(0, sql`t.id = ${memberId} and (${visibleSql} or ${servableCondition})`)];
}

const statementsByIdentifier: Readonly<Record<GuestIdentifierType, (value: string) => RawBuilder<unknown>[]>> = {
  card_no: (value) => [
    rankedMembersSql(0, cardConditionSql(value, false)),
    rankedMembersSql(2, cardConditionSql(value, true)),
  ],
  phone_no: (value) => [
    rankedMembersSql(
      0,
      PHONE_PATTERN.test(value)
        ? sql`${samePhoneSql('phone_no', resources.member.fields.phone_no, value)} and t.deleted_at is null`
        : sql`false`,
    ),
  ],
  email: (value) => [rankedMembersSql(0, emailConditionSql(value))],
};

const emailConditionSql = (email: string) => sql`${sameEmailSql(sql`t.email`, email)} and t.deleted_at is null`;

const cardConditionSql = (number: string, isDeleted: boolean) => sql`t.id in (
    select c.member_id from member_card c
    where translate(lower(c.sbec_no), ' -', '') = ${stripDigitSeparators(number).toLowerCase()}
      and c.deleted_at is ${sql.raw(isDeleted ? 'not null' : 'null')})`;

/** Digits with the usual separators, at most as many as a telephone number has. */
const PHONE_PATTERN = /^[+(\s]*(?:\d[\s().-]*){8,15}$/;

/**
 * The ways to identify a guest at the front desk, most reliable first; the first one with a match returns all its
 * matches. An invalid card or voucher still finds its holder, so that staff can explain why it is invalid.
 */
function createTextLookups(q: string): RawBuilder<unknown>[] {
  const phone = PHONE_PATTERN.test(q) ? samePhoneSql('phone_no', resources.member.fields.phone_no, q) : undefined;
  return [
    rankedMembersSql(0, cardConditionSql(q, false)),
    rankedMembersSql(
      0,
      sql`t.id in (select v.member_id from member_voucher v where v.voucher_no = ${normalizeVoucherNumber(q)})`,
    ),
    rankedMembersSql(1, emailConditionSql(q)),
    ...(phone ? [rankedMembersSql(1, sql`${phone} and t.deleted_at is null`)] : []),
    rankedMembersSql(2, cardConditionSql(q, true)),
  ];
}

/** Normalizes a voucher number: removes the grouping and replaces letters that look like digits. */
const normalizeVoucherNumber = (q: string): string =>
  stripDigitSeparators(q).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
