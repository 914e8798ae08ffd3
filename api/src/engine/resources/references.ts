import {
  type Field,
  type FieldOf,
  type ResourceDefinition,
  getResource,
  message,
  resourceKeys,
  resources,
  targetKey,
} from '@innkeeper/contract';
import { plannedOnce } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { pointableSql } from './look-ups.ts';
import { type ApiError, fail, invalid } from '../../platform/http/fail.ts';
import type { Behaviours, Use, Values, WriteContext } from './behaviour.ts';
import { createSource } from './source.ts';

type Pointing = FieldOf<'reference'> | FieldOf<'option'>;
interface Asked {
  readonly name: string;
  readonly f: Pointing | FieldOf<'references'>;
  readonly ids: readonly number[];
  readonly isJudged: boolean;
}
const isOwned = (f: Pointing): boolean => f.kind === 'reference' && f.owned === true;
const isPast = (f: Pointing): boolean => f.kind === 'reference' && f.past === true;
const isPointing = (f: Field): f is Pointing => f.kind === 'reference' || f.kind === 'option';

/** Whether nothing is newly pointed to records that are switched off. */
export const isInService = (f: Field): boolean => f.kind === 'reference' && f.inService === true;

/**
 * SQL: those of these ids that are records in the actor's sight, live unless they are `judged` (and details of the field's option); of a
 * field `inService` also which of them are switched off, as their negative.
 */
function seenSql(context: WriteContext, behaviours: Behaviours, { f, ids, isJudged }: Asked): RawBuilder<unknown> {
  const source = createSource(getResource(f.kind === 'references' ? f.to : targetKey(f)), behaviours);
  const sight = pointableSql(context, behaviours, f, source);
  const parts = [sql`t.id = any(${plannedOnce(ids)})`, ...(sight ? [sight] : [])];
  if (!isJudged) parts.push(sql`t.deleted_at is null`);
  if (f.kind === 'option') parts.push(sql`${sql.raw(source.ref('option.slug'))} = ${f.slug}`);
  const id = isInService(f) ? sql`case when t.is_active then t.id else - t.id end` : sql`t.id`;
  return sql`array(select ${id} from ${sql.raw(source.from())} where ${sql.join(parts, sql` and `)})`;
}

/**
 * Refuses references to records that do not exist, are deleted or are out of the actor's sight: one 422 with every such
 * field. See docs/decisions/0026-references-checked-twice.md.
 */
export async function checkReferences(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  values: Values,
): Promise<void> {
  const [wrong] = await wrongReferences(context, behaviours, d, [values]);
  if (wrong) throw wrong;
}

/** The same refusal of each of several records, at its place. One statement for all of them. */
export async function wrongReferences(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  records: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  const asked = Object.entries(d.fields).flatMap(([name, f]): Asked[] => {
    if (!isPointing(f) && f.kind !== 'references') return [];
    const ids = [...new Set(records.flatMap((values) => idsOf(values[name])))];
    return ids.length === 0 ? [] : [{ name, f, ids, isJudged: behaviours[d.key]?.judged?.includes(name) === true }];
  });
  if (asked.length === 0) return [];
  const each = asked.map((one, i) => sql`${seenSql(context, behaviours, one)} as ${sql.ref(`c${i}`)}`);
  const { rows } = await sql<Record<string, readonly unknown[]>>`select ${sql.join(each)}`.execute(context.tx);
  const seen = asked.map((_, i) => new Set(rows[0]?.[`c${i}`]?.map(Number)));
  return records.map((values) => {
    const wrong = asked.flatMap(({ name }, i): [string, string[]][] => {
      const missing = idsOf(values[name]).filter((id) => !seen[i]?.has(id));
      const isOff = missing.length > 0 && missing.every((id) => seen[i]?.has(-id));
      return missing.length === 0 ? [] : [[name, [message(isOff ? 'switched_off' : 'reference')]]];
    });
    return wrong.length === 0 ? undefined : invalid(Object.fromEntries(wrong));
  });
}

const idsOf = (value: unknown): readonly number[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.map(Number) : [Number(value)];

/**
 * Whether all that these point to is known to be in the actor's sight: hotels of theirs, and records that this transaction has found by their
 * number. That they are live is asked after the write. Saves a hotel's own system a question for each of its bills.
 */
export function areFound(
  { actor, across }: WriteContext,
  d: ResourceDefinition,
  values: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(values).every(([name, value]) => {
    const f = d.fields[name];
    if (!f || value === null || !(isPointing(f) || f.kind === 'references')) return true;
    if (f.kind !== 'reference') return false;
    const isHotel = getResource(f.to).scope?.hotel?.[0] === 'id';
    return (
      (isHotel && actor.hotels?.includes(Number(value)) === true) ||
      (f.anywhere === true && across.found.has(`${f.to} ${Number(value)}`))
    );
  });
}

/**
 * SQL: whether the targets of the record `t` are still live, and in service where the record newly points to them. Asked after the write: by then its foreign keys hold the records
 * it points to, and a request that deletes one waits, so that no record ever points to one deleted in the same moment.
 */
export function intactSql(
  d: ResourceDefinition,
  names: readonly string[],
  { isNew = true }: { readonly isNew?: boolean } = {},
): RawBuilder<unknown> {
  const parts = names.flatMap((name) => {
    const f = d.fields[name];
    return f && isPointing(f) && !isPast(f)
      ? [
          sql`(t.${sql.ref(name)} is null or exists (select from ${sql.table(targetKey(f))} r where r.id = t.${sql.ref(name)} and r.deleted_at is null ${sql.raw(isNew && isInService(f) ? 'and r.is_active' : '')}))`,
        ]
      : [];
  });
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/**
 * Locks the records that these point to until the transaction ends, as a foreign key does where one is set: a request that deletes such a
 * target waits, and one that comes after a deletion sees it.
 */
export async function holdTargets({ tx }: WriteContext, d: ResourceDefinition, ids: readonly number[]): Promise<void> {
  const fields = Object.entries(d.fields).filter((entry): entry is [string, Pointing] => isPointing(entry[1]));
  for (const [name, f] of fields) {
    await sql`select from ${sql.table(targetKey(f))}
      where id in (select ${sql.ref(name)} from ${sql.table(d.key)} where id = any(${ids}::bigint[]))
      order by id for key share`.execute(tx);
  }
}

/**
 * Why deleted records cannot point where they do any longer, by id: the target is deleted. That it was switched off does not matter, since they do not
 * newly point to it. Targets that the resource judges are refused by its own rules.
 */
export async function lostTargets(
  { tx }: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ApiError>> {
  const names = Object.entries(d.fields).flatMap(([name, f]) =>
    isPointing(f) && !isPast(f) && !behaviours[d.key]?.judged?.includes(name) ? [name] : [],
  );
  if (names.length === 0) return new Map();
  const isIntact = (asked: readonly string[]) => intactSql(d, asked, { isNew: false });
  const each = names.map((name) => sql`case when not ${isIntact([name])} then ${sql.lit(name)} end`);
  const { rows } = await sql<{ id: number; lost: readonly string[] }>`
    select t.id, array_remove(array[${sql.join(each)}]::text[], null) as lost from ${sql.table(d.key)} t
    where t.id = any(${ids}::bigint[]) and not ${isIntact(names)}`.execute(tx);
  return new Map(
    rows.map(({ id, lost }) => [id, invalid(Object.fromEntries(lost.map((name) => [name, [message('reference')]])))]),
  );
}

/** Fields anywhere that may point to a record of this resource and keep it in use. */
function pointingTo(d: ResourceDefinition): { from: ResourceDefinition; name: string }[] {
  return resourceKeys.flatMap((key) => {
    const from: ResourceDefinition = resources[key];
    return Object.entries(from.fields).flatMap(([name, f]) =>
      isPointing(f) && targetKey(f) === d.key && !isOwned(f) ? [{ from, name }] : [],
    );
  });
}

/** The counts of live records that still point to these, by record and resource. */
export async function usesOf(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<Use[]> {
  if (!d.protected || ids.length === 0) return [];
  const others = (await behaviours[d.key]?.uses?.(context, ids)) ?? [];
  const places = pointingTo(d);
  if (places.length === 0) return others;
  const parts = places.map(
    ({
      from,
      name,
    }) => sql`select ${sql.ref(name)} as id, ${from.key}::text as key, id as user_id from ${sql.table(from.key)}
      where ${sql.ref(name)} = any(${ids}::bigint[]) and deleted_at is null`,
  );
  const { rows } = await sql<{ id: number; key: string; n: number }>`
    select id, key, count(distinct user_id) as n from (${sql.join(parts, sql` union all `)}) uses group by id, key order by id, key`.execute(
    context.tx,
  );
  return [...rows.map(({ id, key, n }) => ({ id, from: getResource(key), n })), ...others];
}

/** Refuses to delete reference data that is in use: a 409 that names the resources and their counts. */
export async function refuseUsed(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<void> {
  const uses = await usesOf(context, behaviours, d, ids);
  const first = uses[0];
  if (!first) return;
  const own = uses.filter(({ id }) => id === first.id);
  const words = (language: 'en' | 'id') =>
    own.map(({ from, n }) => `${n} ${(n === 1 ? from.label : from.labels)[language].toLowerCase()}`).join(', ');
  const { rows } = await sql<{
    name: string;
  }>`select ${sql.ref(d.display.name[0] ?? 'id')}::text as name from ${sql.table(d.key)} where id = ${first.id}`.execute(
    context.tx,
  );
  throw fail('in_use', {
    params: { label: d.label, name: rows[0]?.name ?? first.id, users: { en: words('en'), id: words('id') } },
    errors: { ids: [...new Set(uses.map(({ id }) => String(id)))] },
  });
}
