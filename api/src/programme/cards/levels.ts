import { APPROVALS } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { WriteContext } from '../../engine/resources/behaviour.ts';
import { mailDeciders } from '../../access/may-decide.ts';
import { issueCards, issueVouchers } from './issue.ts';
import { fromNextLevel, isOpenToRegion } from './ladder.ts';

/*
 * Levels that follow from visits. Enough of them lift a member to the next membership: a card beside the old one, to the same
 * end, with its vouchers. A renewal that was paid already rises with it: the next term begins at the level that was earned. When
 * visits are taken away again so is the level: its cards are switched off, redemptions with their vouchers stay, and should the visits
 * come back so do the same cards, not others with new vouchers. See docs/decisions/0014-levels-follow-visits.md.
 * A step from a free membership to a paid one waits for an approval, unless the option `free-upgrades` says otherwise.
 */

/** A ladder has a few steps; the bound is against a circle in the data. */
const MAX_STEPS = 20;
/** Members that a statement lifts. */
const AT_ONCE = 1_000;
/** Members whom a changed rule concerns, judged while the user who changes it waits. */
const JUDGED_AT_ONCE = 1_000;

type Levels = Pick<WriteContext, 'tx'>;

/** Lifts those of these members who have the visits for it. */
export async function raiseLevels({ tx }: Levels, outbox: Outbox, members: readonly number[]): Promise<void> {
  for (let step = 0; step < MAX_STEPS && (await mayRise(tx, members)); step += 1) {
    const reached = await readDue(tx, members);
    await requestUpgrades(
      tx,
      outbox,
      reached.filter(({ needs_decision }) => needs_decision),
    );
    const due = reached.filter(({ needs_decision }) => !needs_decision);
    if (due.length === 0) return;
    await asSystem(tx, async () => {
      for (let at = 0; at < due.length; at += AT_ONCE) await raise(tx, outbox, due.slice(at, at + AT_ONCE));
    });
  }
}

/** Withdraws the levels that these members have no longer the visits for, and lifts them again where they have. */
export async function reconsiderLevels(context: Levels, outbox: Outbox, members: readonly number[]): Promise<void> {
  await asSystem(context.tx, () => withdraw(context.tx, members));
  await endRequests(context.tx, members);
  await raiseLevels(context, outbox, members);
}

/**
 * Judges members whose day has come, or for whom a rule has changed, so many at once; the upkeep goes on with the others. Returns
 * how many were judged.
 */
export async function judgeDue(context: Levels, outbox: Outbox, atMost = JUDGED_AT_ONCE): Promise<number> {
  const { rows } = await sql<{ id: number }>`select unnest(refresh_due_standing(${atMost})) as id`.execute(context.tx);
  // What follows from a rule is nobody's request: the user who changed it may decide as well.
  if (rows.length > 0)
    await asSystem(context.tx, () =>
      reconsiderLevels(
        context,
        outbox,
        rows.map(({ id }) => id),
      ),
    );
  return rows.length;
}

/**
 * Judges members whose day has come, some hundreds at a time and each time in a transaction of its own: a bill of one of them
 * waits until it ends, and a changed rule may lift thousands. What is left after so many turns is left to the next round of the upkeep.
 */
export async function judgeInTurns({ kysely }: Db, outbox: Outbox, atOnce = 250, turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const judged = await kysely.transaction().execute((tx) => judgeDue({ tx }, outbox, atOnce));
    if (judged < atOnce) return;
  }
}

/** Hardly any visit lifts anybody: asked before the question which members rise and to which level, which takes longer to plan than to answer. */
async function mayRise(tx: Tx, members: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from member_standing where member_id = any(${members}::bigint[]) and to_upgrade = 0 limit 1`.execute(tx);
  return rows.length > 0;
}

interface Due {
  readonly member_id: number;
  readonly card_id: number;
  readonly hotel_id: number;
  readonly today: string;
  readonly end_date: string;
  readonly from_id: number;
  readonly to_id: number;
  /** How many visits led to it. */
  readonly asked: number;
  /** The card of that level which was withdrawn before. */
  readonly withdrawn_id: number | null;
  /** Whether an approval has to be given first; a card that comes back had it. */
  readonly needs_decision: boolean;
}

/** The card of the next level that was withdrawn before. */
const WITHDRAWN = sql`(
  select u.id from member_card u
  where u.upgraded_from_id = c.id and u.membership_id = next.id and u.is_withdrawn and not u.is_active and u.deleted_at is null
  order by u.id desc limit 1)`;

async function readDue(tx: Tx, members: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.member_id, c.id as card_id, c.hotel_id, d.today, c.end_date, c.membership_id as from_id, next.id as to_id,
           asked_to_rise(c.min_visit_to_upgrade, l.min_visit_to_upgrade) as asked, ${WITHDRAWN} as withdrawn_id,
           ${NEEDS_DECISION} and ${WITHDRAWN} is null as needs_decision
    ${fromRising(sql`s.member_id = any(${members}::bigint[]) and s.to_upgrade = 0`)}
    order by s.member_id`.execute(tx);
  return rows;
}

/**
 * SQL `from … where …`: members `m` with the card at hand `c` of the membership `l` for whom a condition holds, and the level `next`
 * above it, open to the region of the card's hotel. A higher card that staff switched off stays so.
 */
export const fromRising = (isTrue: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    from member_standing s
    join member m on m.id = s.member_id and m.is_active
    join member_card c on c.id = s.member_card_id and not c.is_by_hand
    join membership l on l.id = c.membership_id
    join hotel h on h.id = c.hotel_id
    join country n on n.id = h.country_id
    cross join lateral (select (now() at time zone zone_of(m.hotel_id))::date as today) d
    cross join lateral (select o.id, o.is_free ${fromNextLevel(sql`l.rank`, sql`n.region_id`)}) next
    where ${isTrue} and s.is_live and d.today between c.start_date and c.end_date
      and not exists (select from member_card u where u.upgraded_from_id = c.id and u.deleted_at is null and not u.is_active and not u.is_withdrawn)`;

/**
 * SQL: whether the step of a rising member, see `fromRising`, leads from a free membership to a paid one and nobody has approved it yet. The
 * option `free-upgrades` can do without. See docs/decisions/0087-visits-that-count.md.
 */
export const NEEDS_DECISION = sql<boolean>`(
  l.is_free and not next.is_free and option_number('free-upgrades', 'by-approval') = 1
  and not exists (select from approval a where a.member_card_id = c.id and a.outcome = 'approved'))`;

/** Requests an approval for each of these steps, and mails those who may give it. */
async function requestUpgrades(tx: Tx, outbox: Outbox, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select request_upgrades(${due.map(({ card_id }) => card_id)}::bigint[], ${APPROVALS.upgrade.needs}, now()) as id`.execute(
    tx,
  );
  // Users of group level decide upgrades of every hotel, so that many requests have the same deciders: each gets one mail.
  const [first] = rows;
  if (first) await mailDeciders(tx, outbox, first.id);
}

/** Ends the requests of members who have no longer the visits for the step, have another card, or are switched off or deleted. */
export const endRequests = (tx: Tx, members: readonly number[]) =>
  sql`
    update approval a set outcome = 'withdrawn', decided_at = now()
    from member_card c join member m on m.id = c.member_id join member_standing s on s.member_id = c.member_id
    where c.member_id = any(${members}::bigint[]) and a.member_card_id = c.id and a.outcome is null and a.expires_at > now()
      and (s.member_card_id is distinct from c.id or s.to_upgrade is distinct from 0 or not s.is_live or not m.is_active)`.execute(
    tx,
  );

/** Upgrades the member of a card after its request was approved. Returns whether the visits still lead to it. */
export async function raiseApproved(context: Levels, outbox: Outbox, cardId: number): Promise<boolean> {
  const { rows } = await sql<{ member_id: number }>`select member_id from member_card where id = ${cardId}`.execute(
    context.tx,
  );
  await raiseLevels(
    context,
    outbox,
    rows.map(({ member_id }) => member_id),
  );
  const risen = await sql`
    select from member_card where upgraded_from_id = ${cardId} and is_active and deleted_at is null and not is_by_hand limit 1`.execute(
    context.tx,
  );
  return risen.rows.length > 0;
}

async function raise(tx: Tx, outbox: Outbox, due: readonly Due[]): Promise<void> {
  // A number of visits that was enough stays so, even if the membership asks for more later.
  await sql`
    update member_card c set min_visit_to_upgrade = a.asked
    from unnest(${due.map(({ card_id }) => card_id)}::bigint[], ${due.map(({ asked }) => asked)}::integer[]) a (id, asked)
    where c.id = a.id and c.min_visit_to_upgrade is distinct from a.asked`.execute(tx);
  await sql`
    update approval set outcome = 'withdrawn', decided_at = now()
    where member_card_id = any(${due.map(({ card_id }) => card_id)}::bigint[]) and outcome is null and expires_at > now()`.execute(
    tx,
  );
  const withdrawn = due.flatMap(({ withdrawn_id }) => withdrawn_id ?? []);
  if (withdrawn.length > 0)
    await sql`
      update member_card set is_active = true, is_withdrawn = false
      where id = any(${withdrawn}::bigint[]) or (risen_with_id = any(${withdrawn}::bigint[]) and is_withdrawn and deleted_at is null)`.execute(
      tx,
    );
  const risen = due.filter(({ withdrawn_id }) => withdrawn_id === null);
  if (risen.length === 0) return;
  const cards = await issueCards(
    tx,
    risen.map(({ member_id, to_id, hotel_id, today, end_date, card_id }) => ({
      memberId: member_id,
      membershipId: to_id,
      hotelId: hotel_id,
      startDate: today,
      endDate: end_date,
      upgradedFromId: card_id,
    })),
  );
  await issueVouchers(tx, ...cards, ...(await raiseNextTerm(tx, cards)));
  await outbox(
    tx,
    risen.map(({ member_id, from_id }, i) => ({
      mailType: 'upgrade',
      memberId: member_id,
      about: { memberCardId: cards[i] ?? 0, fromMembershipId: from_id },
    })),
  );
}

interface NextTerm {
  readonly member_id: number;
  readonly membership_id: number;
  readonly card_id: number;
  readonly hotel_id: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly risen_with_id: number;
}

/** Lifts the renewals that are to begin to the level of these new cards, where that is higher. Returns the cards of the next terms. */
async function raiseNextTerm(tx: Tx, cards: readonly number[]): Promise<number[]> {
  const { rows } = await sql<NextTerm>`
    select distinct on (c.member_id) c.member_id, risen.membership_id, c.id as card_id, c.hotel_id, c.start_date, c.end_date, risen.id as risen_with_id
    from member_card risen
    join membership level on level.id = risen.membership_id
    join member_card c on c.member_id = risen.member_id and c.start_date > risen.end_date and c.is_active and c.deleted_at is null and not c.is_by_hand
    join membership held on held.id = c.membership_id and held.rank between 1 and level.rank - 1
    join hotel h on h.id = c.hotel_id
    join country n on n.id = h.country_id
    where risen.id = any(${cards}::bigint[]) and ${isOpenToRegion('level', sql`n.region_id`)}
    order by c.member_id, c.start_date, c.id desc`.execute(tx);
  if (rows.length === 0) return [];
  return issueCards(
    tx,
    rows.map(({ member_id, membership_id, card_id, hotel_id, start_date, end_date, risen_with_id }) => ({
      memberId: member_id,
      membershipId: membership_id,
      hotelId: hotel_id,
      startDate: start_date,
      endDate: end_date,
      upgradedFromId: card_id,
      risenWithId: risen_with_id,
    })),
  );
}

/** Switches off the cards of levels whose visits are gone, of those above them, and of next terms that rose with them. */
const withdraw = (tx: Tx, members: readonly number[]) =>
  sql`
    with recursive short as (
      select u.id ${fromRisen(sql`u.member_id = any(${members}::bigint[])`, COUNTING)}
      union
      select u.id from member_card u join short on short.id in (u.upgraded_from_id, u.risen_with_id)
      where u.is_active and u.deleted_at is null and not u.is_by_hand and u.transaction_id is null
    )
    update member_card set is_active = false, is_withdrawn = true where id in (select id from short)`.execute(tx);

/** SQL: how visits are counted today, as `visits_between` takes it. */
const COUNTING = sql`visits_by_day(), visits_per_day()`;

/** SQL `from … where …`: cards `u` for which a condition holds, and whose visits are gone, or would be if visits were counted so. */
export const fromRisen = (isTrue: RawBuilder<unknown>, counting: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      from member_card u join member_card c on c.id = u.upgraded_from_id join member m on m.id = c.member_id
      where ${isTrue} and u.is_active and u.deleted_at is null and not u.is_by_hand and u.risen_with_id is null and u.transaction_id is null
        and (c.deleted_at is not null
             or c.min_visit_to_upgrade > visits_between(c.member_id, term_start(c.id), c.end_date, ${counting}) + comp_visits_to_rise(m.comp_visits_period, c.id))`;

/** Changes that follow by themselves have no actor: the history says so. */
async function asSystem(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ actor: string | null }>`
    select current_setting('innkeeper.actor', true) as actor, set_config('innkeeper.actor', '', true)`.execute(tx);
  await work();
  await sql`select set_config('innkeeper.actor', ${rows[0]?.actor ?? ''}, true)`.execute(tx);
}
