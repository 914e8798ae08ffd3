import { optionNumber, resources } from '@innkeeper/contract';
import type { LevelChange } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { notFound } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';
import { NEEDS_DECISION, fromRisen, fromRising } from '../cards/levels.ts';

/*
 * The effect of a setting on levels, before it is saved. The rule is that by which they are judged; only the number, or the way to
 * count, is that which was typed.
 */

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
}

/** Members that are named. */
const TOLD = 10;

const NOBODY: LevelChange = { raised: { number: 0, members: [] }, lowered: { number: 0, members: [] } };

/** The members whom another number of visits to upgrade would raise. It takes nothing back: a level that a guest was told stays. */
export async function readMembershipChange(
  services: Services,
  actor: Actor,
  id: number,
  minVisitToUpgrade: number,
): Promise<LevelChange> {
  const { db } = services;
  const known = await db.read(sql`select from membership where id = ${id} and deleted_at is null`.compile(db.kysely));
  if (known.length === 0) throw notFound(resources.membership, id);
  const asked = sql`asked_to_rise(c.min_visit_to_upgrade, ${minVisitToUpgrade}::integer)`;
  const rising = fromRising(
    sql`c.membership_id = ${id} and s.to_upgrade is distinct from 0 and ${asked} > 0
        and s.visits - coalesce(m.comp_visits_period, 0) + comp_visits_to_rise(m.comp_visits_period, c.id) >= ${asked}
        and not ${NEEDS_DECISION}`,
  );
  return { ...NOBODY, raised: await readMembers(services, actor, sql`select s.member_id as id ${rising}`) };
}

/** The members whose level another value of an option's detail would change: there are some where visits are counted another way. */
export async function readOptionChange(
  services: Services,
  actor: Actor,
  id: number,
  value: string,
): Promise<LevelChange> {
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
    const waiting = fromRising(sql`s.to_upgrade = 0 and ${NEEDS_DECISION}`);
    return { ...NOBODY, raised: await readMembers(services, actor, sql`select s.member_id as id ${waiting}`) };
  }
  const counting = COUNTING_WITH[`${detail.slug} ${detail.code}`]?.(Number(value));
  return counting ? readCountingChange(services, actor, counting) : NOBODY;
}

/** SQL: how visits would be counted with another value of a detail, as `visits_between` takes it. */
const COUNTING_WITH: Readonly<Record<string, (value: number) => RawBuilder<unknown>>> = {
  'visit-counting per-day': (value) => sql`${sql.lit(value === 1)}, visits_per_day()`,
  'visits-per-day per-member': (value) => sql`visits_by_day(), ${value}::integer`,
};

/** The members whose level another visit minimum of a country would change; without one the worth of USD 5 counts. */
export async function readCountryChange(
  services: Services,
  actor: Actor,
  id: number,
  minimum: string | null,
): Promise<LevelChange> {
  const { db } = services;
  const [known] = await db.read<{ is_same: boolean }>(
    sql`select visit_minimum is not distinct from ${minimum}::numeric as is_same from country where id = ${id} and deleted_at is null`.compile(
      db.kysely,
    ),
  );
  if (!known) throw notFound(resources.country, id);
  if (known.is_same) return NOBODY;
  return readCountingChange(
    services,
    actor,
    sql`visits_by_day(), visits_per_day(), ${id}::bigint, ${minimum}::numeric`,
  );
}

/** The members whose level another way to count visits would change. */
async function readCountingChange(
  services: Services,
  actor: Actor,
  counting: RawBuilder<unknown>,
): Promise<LevelChange> {
  const visits = sql`visits_between(s.member_id, term_start(c.id), c.end_date, ${counting}) + comp_visits_to_rise(m.comp_visits_period, c.id)`;
  const rising = fromRising(
    sql`s.to_upgrade > 0 and ${visits} >= asked_to_rise(c.min_visit_to_upgrade, l.min_visit_to_upgrade) and not ${NEEDS_DECISION}`,
  );
  const [raised, lowered] = await Promise.all([
    readMembers(services, actor, sql`select s.member_id as id ${rising}`),
    readMembers(services, actor, sql`select distinct u.member_id as id ${fromRisen(sql`true`, counting)}`),
  ]);
  return { raised, lowered };
}

/** How many members a statement finds, and some of those whom the actor sees. */
async function readMembers(
  { db, behaviours }: Services,
  actor: Actor,
  found: RawBuilder<unknown>,
): Promise<LevelChange['raised']> {
  const source = createSource(resources.member, behaviours);
  const scope = scopeSql(actor, source);
  const [row] = await db.read<LevelChange['raised'] & Record<string, unknown>>(
    sql`
      with found as materialized (${found})
      select (select count(*)::integer from found) as number,
        (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.id), '[]')
         from (select t.id, concat_ws(' ', t.first_name, t.last_name) as name
               from found join ${sql.raw(source.from())} on t.id = found.id ${scope ? sql`where ${scope}` : sql``}
               order by t.id limit ${TOLD}) f) as members`.compile(db.kysely),
  );
  return row ?? NOBODY.raised;
}
