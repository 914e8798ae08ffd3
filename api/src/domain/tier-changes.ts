import { APPROVALS } from '@innkeeper/contract';
import { type Db, type Tx, genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { WriteContext } from '../engine/resources/resource-hooks.ts';
import { mailApprovers } from '../access/decision-rights.ts';
import { issueCards, issueVouchers } from './issue-cards.ts';
import { fromNextTierSql, isOpenToRegionSql } from './tier-order.ts';

/*
 * Tiers earned by visits. Enough visits upgrade a member to the next membership: a card alongside the old one with the
 * same end date and its own vouchers. An already paid renewal is upgraded with it, so the next term begins at the
 * earned tier. If visits are removed the tier is withdrawn: its cards are deactivated, but redemptions and their
 * vouchers remain. If the visits return, the same cards are reactivated instead of issuing new vouchers. See
 * docs/decisions/0014-earned-tiers-can-be-withdrawn-earned-vouchers-cannot.md.
 *
 * An upgrade from a free membership to a paid one needs an approval, unless the option `free-upgrades` waives it.
 */

/** There are only a few tiers; the bound guards against a cycle in the data. */
const MAX_STEPS = 20;
/** Members upgraded per statement. */
const BATCH_SIZE = 1_000;
/** How many members are evaluated while the user who changed a rule waits. */
const EVALUATION_BATCH_SIZE = 1_000;

type TierContext = Pick<WriteContext, 'tx'>;

/** The members of visits or cards, each once. */
export async function readMemberIds(
  { tx }: TierContext,
  table: 'visit' | 'member_card',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ member_id: number }>`
    select distinct member_id from ${sql.table(table)} where id = any(${genericPlanArray(ids)})`.execute(tx);
  return rows.map(({ member_id }) => member_id);
}

/** Upgrades the members who have enough visits. */
export async function upgradeTiers({ tx }: TierContext, outbox: Outbox, memberIds: readonly number[]): Promise<void> {
  for (let step = 0; step < MAX_STEPS && (await hasDueUpgrades(tx, memberIds)); step += 1) {
    const candidates = await readDueUpgrades(tx, memberIds);
    await requestUpgrades(
      tx,
      outbox,
      candidates.filter(({ needs_decision }) => needs_decision),
    );
    const dueUpgrades = candidates.filter(({ needs_decision }) => !needs_decision);
    if (dueUpgrades.length === 0) return;
    await runAsSystem(tx, async () => {
      for (let offset = 0; offset < dueUpgrades.length; offset += BATCH_SIZE)
        await upgradeCards(tx, outbox, dueUpgrades.slice(offset, offset + BATCH_SIZE));
    });
  }
}

/** Withdraws tiers for which these members no longer have the visits, and upgrades members who have enough. */
export async function reevaluateTiers(
  context: TierContext,
  outbox: Outbox,
  memberIds: readonly number[],
): Promise<void> {
  await runAsSystem(context.tx, () => withdrawTiers(context.tx, memberIds));
  await withdrawUpgradeRequests(context.tx, memberIds);
  await upgradeTiers(context, outbox, memberIds);
}

/**
 * Evaluates members whose review is due or for whom a rule has changed, at most `limit`; maintenance handles the rest.
 * Returns how many were evaluated.
 */
export async function evaluateDueMembers(
  context: TierContext,
  outbox: Outbox,
  limit = EVALUATION_BATCH_SIZE,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select unnest(recompute_due_standing(${limit})) as id`.execute(context.tx);
  // The requests that follow have no requester, so the user who changed the rule may decide them too.
  if (rows.length > 0)
    await runAsSystem(context.tx, () =>
      reevaluateTiers(
        context,
        outbox,
        rows.map(({ id }) => id),
      ),
    );
  return rows.length;
}

/**
 * Evaluates due members in batches, each in its own transaction. A changed rule may upgrade thousands, and new bills of
 * those members wait until the transaction ends. After `maxBatches` the next maintenance run continues.
 */
export async function evaluateInBatches(
  { kysely }: Db,
  outbox: Outbox,
  batchSize = 250,
  maxBatches = 20,
): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const count = await kysely.transaction().execute((tx) => evaluateDueMembers({ tx }, outbox, batchSize));
    if (count < batchSize) return;
  }
}

/**
 * Few visits trigger an upgrade, so check cheaply first: finding the members and their next tiers takes longer to plan
 * than to run.
 */
async function hasDueUpgrades(tx: Tx, memberIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from member_standing where member_id = any(${memberIds}::bigint[]) and to_upgrade = 0 limit 1`.execute(tx);
  return rows.length > 0;
}

interface DueUpgrade {
  readonly member_id: number;
  readonly card_id: number;
  readonly hotel_id: number;
  readonly today: string;
  readonly end_date: string;
  readonly from_id: number;
  readonly to_id: number;
  /** How many visits the upgrade required. */
  readonly required: number;
  /** The previously withdrawn card of that tier. */
  readonly withdrawn_id: number | null;
  /** Whether an approval is required first; a restored card already had one. */
  readonly needs_decision: boolean;
}

/** The previously withdrawn card of the next tier. */
const WITHDRAWN_CARD_SQL = sql`(
  select u.id from member_card u
  where u.upgraded_from_id = c.id and u.membership_id = next.id and u.is_withdrawn and not u.is_active
    and u.deleted_at is null
  order by u.id desc limit 1)`;

async function readDueUpgrades(tx: Tx, memberIds: readonly number[]): Promise<DueUpgrade[]> {
  const { rows } = await sql<DueUpgrade>`
    select s.member_id, c.id as card_id, c.hotel_id, d.today, c.end_date, c.membership_id as from_id, next.id as to_id,
           visits_to_upgrade(c.min_visit_to_upgrade, l.min_visit_to_upgrade) as required, ${WITHDRAWN_CARD_SQL} as withdrawn_id,
           ${NEEDS_DECISION} and ${WITHDRAWN_CARD_SQL} is null as needs_decision
    ${upgradableMembersSql(sql`s.member_id = any(${memberIds}::bigint[]) and s.to_upgrade = 0`)}
    order by s.member_id`.execute(tx);
  return rows;
}

/**
 * SQL `from … where …`: members `m` for whom a condition holds, with the current card `c`, its membership `l` and the
 * next tier `next` that is open to the region of the card's hotel. A higher card deactivated by staff stays inactive.
 */
export const upgradableMembersSql = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    from member_standing s
    join member m on m.id = s.member_id and m.is_active
    join member_card c on c.id = s.member_card_id and not c.is_tier_manual
    join membership l on l.id = c.membership_id
    join hotel h on h.id = c.hotel_id
    join country n on n.id = h.country_id
    cross join lateral (select (now() at time zone effective_time_zone(m.hotel_id))::date as today) d
    cross join lateral (select o.id, o.is_free ${fromNextTierSql(sql`l.rank`, sql`n.region_id`)}) next
    where ${condition} and s.is_live and d.today between c.start_date and c.end_date
      and not exists (select from member_card u where u.upgraded_from_id = c.id and u.deleted_at is null and not u.is_active and not u.is_withdrawn)`;

/**
 * SQL: whether an upgrade (see `upgradableMembersSql`) leads from a free membership to a paid one and is not approved
 * yet. The option `free-upgrades` can waive the approval. See
 * docs/decisions/0087-count-a-bill-as-a-visit-from-a-minimum-amount-three-a-day.md.
 */
export const NEEDS_DECISION = sql<boolean>`(
  l.is_free and not next.is_free and option_number('free-upgrades', 'by-approval') = 1
  and not exists (select from approval a where a.member_card_id = c.id and a.outcome = 'approved'))`;

/** Requests an approval for each of these upgrades and notifies the deciders by mail. */
async function requestUpgrades(tx: Tx, outbox: Outbox, dueUpgrades: readonly DueUpgrade[]): Promise<void> {
  if (dueUpgrades.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select request_upgrades(${dueUpgrades.map(({ card_id }) => card_id)}::bigint[], ${APPROVALS.upgrade.needs},
        now()) as id`.execute(tx);
  // Group-level users decide the upgrades of every hotel, so all requests have the same deciders. One mail to each is
  // enough.
  const [first] = rows;
  if (first) await mailApprovers(tx, outbox, first.id);
}

/**
 * Withdraws the requests of members who no longer have enough visits, have another card, or are inactive or deleted.
 */
export const withdrawUpgradeRequests = (tx: Tx, memberIds: readonly number[]) =>
  sql`
    update approval a set outcome = 'withdrawn', decided_at = now()
    from member_card c join member m on m.id = c.member_id join member_standing s on s.member_id = c.member_id
    where c.member_id = any(${memberIds}::bigint[]) and a.member_card_id = c.id and a.outcome is null
      and a.expires_at > now()
      and (s.member_card_id is distinct from c.id or s.to_upgrade is distinct from 0 or not s.is_live
          or not m.is_active)`.execute(tx);

/** Upgrades the member of a card after approval. Returns false if the visits no longer suffice. */
export async function upgradeApproved(context: TierContext, outbox: Outbox, cardId: number): Promise<boolean> {
  const { rows } = await sql<{ member_id: number }>`select member_id from member_card where id = ${cardId}`.execute(
    context.tx,
  );
  await upgradeTiers(
    context,
    outbox,
    rows.map(({ member_id }) => member_id),
  );
  const upgradedCards = await sql`
    select from member_card where upgraded_from_id = ${cardId} and is_active and deleted_at is null
      and not is_tier_manual limit 1`.execute(context.tx);
  return upgradedCards.rows.length > 0;
}

async function upgradeCards(tx: Tx, outbox: Outbox, dueUpgrades: readonly DueUpgrade[]): Promise<void> {
  // Stores the required visits, so that the upgrade remains earned if the membership requires more later.
  await sql`
    update member_card c set min_visit_to_upgrade = a.required
    from unnest(${dueUpgrades.map(({ card_id }) => card_id)}::bigint[],
        ${dueUpgrades.map(({ required }) => required)}::integer[]) a (id, required)
    where c.id = a.id and c.min_visit_to_upgrade is distinct from a.required`.execute(tx);
  await sql`
    update approval set outcome = 'withdrawn', decided_at = now()
    where member_card_id = any(${dueUpgrades.map(({ card_id }) => card_id)}::bigint[]) and outcome is null
      and expires_at > now()`.execute(tx);
  const withdrawnIds = dueUpgrades.flatMap(({ withdrawn_id }) => withdrawn_id ?? []);
  if (withdrawnIds.length > 0)
    await sql`
      update member_card set is_active = true, is_withdrawn = false
      where id = any(${withdrawnIds}::bigint[])
        or (upgraded_by_id = any(${withdrawnIds}::bigint[]) and is_withdrawn and deleted_at is null)`.execute(tx);
  const newUpgrades = dueUpgrades.filter(({ withdrawn_id }) => withdrawn_id === null);
  if (newUpgrades.length === 0) return;
  const cardIds = await issueCards(
    tx,
    newUpgrades.map(({ member_id, to_id, hotel_id, today, end_date, card_id }) => ({
      memberId: member_id,
      membershipId: to_id,
      hotelId: hotel_id,
      startDate: today,
      endDate: end_date,
      upgradedFromId: card_id,
    })),
  );
  await issueVouchers(tx, ...cardIds, ...(await upgradeNextTerm(tx, cardIds)));
  await outbox(
    tx,
    newUpgrades.map(({ member_id, from_id }, i) => ({
      mailType: 'upgrade',
      memberId: member_id,
      about: { memberCardId: cardIds[i] ?? 0, fromMembershipId: from_id },
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
  readonly upgraded_by_id: number;
}

/** Upgrades pending renewals to the tier of these new cards, if that is higher. Returns the cards of the next terms. */
async function upgradeNextTerm(tx: Tx, cardIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<NextTerm>`
    select distinct on (c.member_id) c.member_id, upgraded.membership_id, c.id as card_id, c.hotel_id, c.start_date,
      c.end_date, upgraded.id as upgraded_by_id
    from member_card upgraded
    join membership level on level.id = upgraded.membership_id
    join member_card c on c.member_id = upgraded.member_id and c.start_date > upgraded.end_date and c.is_active
      and c.deleted_at is null and not c.is_tier_manual
    join membership current_level on current_level.id = c.membership_id and current_level.rank between 1 and level.rank - 1
    join hotel h on h.id = c.hotel_id
    join country n on n.id = h.country_id
    where upgraded.id = any(${cardIds}::bigint[]) and ${isOpenToRegionSql('level', sql`n.region_id`)}
    order by c.member_id, c.start_date, c.id desc`.execute(tx);
  if (rows.length === 0) return [];
  return issueCards(
    tx,
    rows.map(({ member_id, membership_id, card_id, hotel_id, start_date, end_date, upgraded_by_id }) => ({
      memberId: member_id,
      membershipId: membership_id,
      hotelId: hotel_id,
      startDate: start_date,
      endDate: end_date,
      upgradedFromId: card_id,
      upgradedById: upgraded_by_id,
    })),
  );
}

/**
 * Deactivates the cards of tiers that lack visits, of the tiers above, and of next terms that were upgraded with them.
 */
const withdrawTiers = (tx: Tx, memberIds: readonly number[]) =>
  sql`
    with recursive unearned as (
      select u.id ${unearnedCardsSql(sql`u.member_id = any(${memberIds}::bigint[])`, COUNTING_RULE_SQL)}
      union
      select u.id from member_card u join unearned on unearned.id in (u.upgraded_from_id, u.upgraded_by_id)
      where u.is_active and u.deleted_at is null and not u.is_tier_manual and u.transaction_id is null
    )
    update member_card set is_active = false, is_withdrawn = true where id in (select id from unearned)`.execute(tx);

/** SQL: the current rules for counting visits, as parameters of `visits_between`. */
const COUNTING_RULE_SQL = sql`are_visits_counted_per_day(), max_visits_per_day()`;

/**
 * SQL `from … where …`: cards `u` that meet a condition and lack the required visits, or would lack them under the
 * given counting rules.
 */
export const unearnedCardsSql = (
  condition: RawBuilder<unknown>,
  countingRule: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
      from member_card u join member_card c on c.id = u.upgraded_from_id join member m on m.id = c.member_id
      where ${condition} and u.is_active and u.deleted_at is null and not u.is_tier_manual and u.upgraded_by_id is null and u.transaction_id is null
        and (c.deleted_at is not null
             or c.min_visit_to_upgrade > visits_between(c.member_id, first_day_of_term(c.id), c.end_date,
                 ${countingRule}) + comp_visits_for_upgrade(m.comp_visits_period, c.id))`;

/** Runs work without an actor, so that the history shows derived changes as made by the system. */
async function runAsSystem(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ actor: string | null }>`
    select current_setting('innkeeper.actor', true) as actor, set_config('innkeeper.actor', '', true)`.execute(tx);
  await work();
  await sql`select set_config('innkeeper.actor', ${rows[0]?.actor ?? ''}, true)`.execute(tx);
}
