import { findOptionNumber, resources } from '@innkeeper/contract';
import type { TierChange } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeConditionSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';
import { NEEDS_DECISION, unearnedCardsSql, upgradableMembersSql } from '../../domain/tier-changes.ts';

/*
 * Previews the effect of a setting on tiers before it is saved. The evaluation is the regular one, with the entered
 * number or way of counting.
 */

interface Services {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
}

/** Number of members listed by name. */
const MAX_NAMED_MEMBERS = 10;

const NO_CHANGE: TierChange = { raised: { number: 0, members: [] }, lowered: { number: 0, members: [] } };

/**
 * The members who would be upgraded by another number of visits. Nobody is downgraded: a tier announced to a guest
 * remains.
 */
export async function readMembershipChange(
  services: Services,
  actor: Actor,
  id: number,
  minVisitToUpgrade: number,
): Promise<TierChange> {
  const { db } = services;
  const memberships = await db.read(
    sql`select from membership where id = ${id} and deleted_at is null`.compile(db.kysely),
  );
  if (memberships.length === 0) throw recordNotFoundError(resources.membership, id);
  const requiredVisitsSql = sql`visits_to_upgrade(c.min_visit_to_upgrade, ${minVisitToUpgrade}::integer)`;
  const upgradableSql = upgradableMembersSql(
    sql`c.membership_id = ${id} and s.to_upgrade is distinct from 0 and ${requiredVisitsSql} > 0
        and s.visits - coalesce(m.comp_visits_period, 0) + comp_visits_for_upgrade(m.comp_visits_period,
            c.id) >= ${requiredVisitsSql}
        and not ${NEEDS_DECISION}`,
  );
  return { ...NO_CHANGE, raised: await readMembers(services, actor, sql`select s.member_id as id ${upgradableSql}`) };
}

/**
 * The members whose tier would change with another value of an option's detail; there are some only if it changes how
 * visits are counted.
 */
export async function readOptionChange(
  services: Services,
  actor: Actor,
  id: number,
  value: string,
): Promise<TierChange> {
  const { db } = services;
  const [detail] = await db.read<{ slug: string; code: string; is_same: boolean }>(
    sql`select o.slug, d.code, d.value is not distinct from ${value} as is_same
        from option_detail d join option o on o.id = d.option_id where d.id = ${id} and d.deleted_at is null`.compile(
      db.kysely,
    ),
  );
  if (!detail) throw recordNotFoundError(resources.option_detail, id);
  const bounds = findOptionNumber(detail.slug, detail.code);
  if (!bounds || detail.is_same || !/^\d{1,4}$/.test(value) || Number(value) < bounds.min || Number(value) > bounds.max)
    return NO_CHANGE;
  if (detail.slug === 'free-upgrades') {
    if (Number(value) === 1) return NO_CHANGE;
    const waitingSql = upgradableMembersSql(sql`s.to_upgrade = 0 and ${NEEDS_DECISION}`);
    return { ...NO_CHANGE, raised: await readMembers(services, actor, sql`select s.member_id as id ${waitingSql}`) };
  }
  const countingRule = COUNTING_RULES[`${detail.slug} ${detail.code}`]?.(Number(value));
  return countingRule ? readCountingChange(services, actor, countingRule) : NO_CHANGE;
}

/** SQL: how visits would be counted with another value of a detail, in the form that `visits_between` takes. */
const COUNTING_RULES: Readonly<Record<string, (value: number) => RawBuilder<unknown>>> = {
  'visit-counting per-day': (value) => sql`${sql.lit(value === 1)}, max_visits_per_day()`,
  'visits-per-day per-member': (value) => sql`are_visits_counted_per_day(), ${value}::integer`,
};

/**
 * The members whose tier would change with another visit minimum of a country; without one, the equivalent of USD 5
 * applies.
 */
export async function readCountryChange(
  services: Services,
  actor: Actor,
  id: number,
  minimum: string | null,
): Promise<TierChange> {
  const { db } = services;
  const [country] = await db.read<{ is_same: boolean }>(
    sql`select visit_minimum is not distinct from ${minimum}::numeric as is_same from country where id = ${id}
        and deleted_at is null`.compile(db.kysely),
  );
  if (!country) throw recordNotFoundError(resources.country, id);
  if (country.is_same) return NO_CHANGE;
  return readCountingChange(
    services,
    actor,
    sql`are_visits_counted_per_day(), max_visits_per_day(), ${id}::bigint, ${minimum}::numeric`,
  );
}

/** The members whose tier would change with another way of counting visits. */
async function readCountingChange(
  services: Services,
  actor: Actor,
  countingRule: RawBuilder<unknown>,
): Promise<TierChange> {
  const visitCountSql = sql`visits_between(s.member_id, first_day_of_term(c.id), c.end_date, ${countingRule}) + comp_visits_for_upgrade(m.comp_visits_period, c.id)`;
  const upgradableSql = upgradableMembersSql(
    sql`s.to_upgrade > 0 and ${visitCountSql} >= visits_to_upgrade(c.min_visit_to_upgrade, l.min_visit_to_upgrade) and not ${NEEDS_DECISION}`,
  );
  const [raised, lowered] = await Promise.all([
    readMembers(services, actor, sql`select s.member_id as id ${upgradableSql}`),
    readMembers(services, actor, sql`select distinct u.member_id as id ${unearnedCardsSql(sql`true`, countingRule)}`),
  ]);
  return { raised, lowered };
}

/** The number of members that a statement finds, and some of those visible to the actor. */
async function readMembers(
  { db, hooksByResource }: Services,
  actor: Actor,
  memberIdsSql: RawBuilder<unknown>,
): Promise<TierChange['raised']> {
  const source = createSource(resources.member, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const [row] = await db.read<TierChange['raised'] & Record<string, unknown>>(
    sql`
      with found as materialized (${memberIdsSql})
      select (select count(*)::integer from found) as number,
        (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.id), '[]')
         from (select t.id, concat_ws(' ', t.first_name, t.last_name) as name
               from found join ${sql.raw(source.from())} on t.id = found.id where ${scope}
               order by t.id limit ${MAX_NAMED_MEMBERS}) f) as members`.compile(db.kysely),
  );
  return row ?? NO_CHANGE.raised;
}
