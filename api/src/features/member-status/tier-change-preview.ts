import { optionNumber, resources } from '@innkeeper/contract';
import type { TierChange } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { notFound } from '../../engine/resources/record.ts';
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
const NAMED_MEMBERS = 10;

const NOBODY: TierChange = { raised: { number: 0, members: [] }, lowered: { number: 0, members: [] } };

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
  const known = await db.read(sql`select from membership where id = ${id} and deleted_at is null`.compile(db.kysely));
  if (known.length === 0) throw notFound(resources.membership, id);
  const requested = sql`required_to_upgrade(c.min_visit_to_upgrade, ${minVisitToUpgrade}::integer)`;
  const upgradable = upgradableMembersSql(
    sql`c.membership_id = ${id} and s.to_upgrade is distinct from 0 and ${requested} > 0
        and s.visits - coalesce(m.comp_visits_period, 0) + comp_visits_for_upgrade(m.comp_visits_period,
            c.id) >= ${requested}
        and not ${NEEDS_DECISION}`,
  );
  return { ...NOBODY, raised: await readMembers(services, actor, sql`select s.member_id as id ${upgradable}`) };
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
  if (!detail) throw notFound(resources.option_detail, id);
  const number = optionNumber(detail.slug, detail.code);
  if (!number || detail.is_same || !/^\d{1,4}$/.test(value) || Number(value) < number.min || Number(value) > number.max)
    return NOBODY;
  if (detail.slug === 'free-upgrades') {
    if (Number(value) === 1) return NOBODY;
    const waiting = upgradableMembersSql(sql`s.to_upgrade = 0 and ${NEEDS_DECISION}`);
    return { ...NOBODY, raised: await readMembers(services, actor, sql`select s.member_id as id ${waiting}`) };
  }
  const counting = COUNTING_RULES[`${detail.slug} ${detail.code}`]?.(Number(value));
  return counting ? readCountingChange(services, actor, counting) : NOBODY;
}

/** SQL: how visits would be counted with another value of a detail, in the form that `visits_between` takes. */
const COUNTING_RULES: Readonly<Record<string, (value: number) => RawBuilder<unknown>>> = {
  'visit-counting per-day': (value) => sql`${sql.lit(value === 1)}, max_visits_per_day()`,
  'visits-per-day per-member': (value) => sql`counts_visits_by_day(), ${value}::integer`,
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
  const [known] = await db.read<{ is_same: boolean }>(
    sql`select visit_minimum is not distinct from ${minimum}::numeric as is_same from country where id = ${id}
        and deleted_at is null`.compile(db.kysely),
  );
  if (!known) throw notFound(resources.country, id);
  if (known.is_same) return NOBODY;
  return readCountingChange(
    services,
    actor,
    sql`counts_visits_by_day(), max_visits_per_day(), ${id}::bigint, ${minimum}::numeric`,
  );
}

/** The members whose tier would change with another way of counting visits. */
async function readCountingChange(
  services: Services,
  actor: Actor,
  counting: RawBuilder<unknown>,
): Promise<TierChange> {
  const visits = sql`visits_between(s.member_id, term_start(c.id), c.end_date, ${counting}) + comp_visits_for_upgrade(m.comp_visits_period, c.id)`;
  const upgradable = upgradableMembersSql(
    sql`s.to_upgrade > 0 and ${visits} >= required_to_upgrade(c.min_visit_to_upgrade, l.min_visit_to_upgrade) and not ${NEEDS_DECISION}`,
  );
  const [raised, lowered] = await Promise.all([
    readMembers(services, actor, sql`select s.member_id as id ${upgradable}`),
    readMembers(services, actor, sql`select distinct u.member_id as id ${unearnedCardsSql(sql`true`, counting)}`),
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
  const scope = scopeSql(actor, source);
  const [row] = await db.read<TierChange['raised'] & Record<string, unknown>>(
    sql`
      with found as materialized (${memberIdsSql})
      select (select count(*)::integer from found) as number,
        (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.id), '[]')
         from (select t.id, concat_ws(' ', t.first_name, t.last_name) as name
               from found join ${sql.raw(source.from())} on t.id = found.id ${scope ? sql`where ${scope}` : sql``}
               order by t.id limit ${NAMED_MEMBERS}) f) as members`.compile(db.kysely),
  );
  return row ?? NOBODY.raised;
}
