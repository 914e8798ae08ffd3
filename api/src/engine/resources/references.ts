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
import { genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { allowedTargetsSql } from './member-lookups.ts';
import { type ApiError, fail, invalid } from '../../platform/http/api-error.ts';
import type { HooksByResource, Use, Values, WriteContext } from './resource-hooks.ts';
import { createSource } from './source.ts';

type ReferenceField = FieldOf<'reference'> | FieldOf<'option'>;
interface ReferenceCheck {
  readonly name: string;
  readonly f: ReferenceField | FieldOf<'references'>;
  readonly ids: readonly number[];
  readonly isHookValidated: boolean;
}
const isOwned = (f: ReferenceField): boolean => f.kind === 'reference' && f.owned === true;
const isHistorical = (f: ReferenceField): boolean => f.kind === 'reference' && f.historical === true;
const isReferenceField = (f: Field): f is ReferenceField => f.kind === 'reference' || f.kind === 'option';

/** Whether new references to inactive records are rejected. */
export const isActiveOnly = (f: Field): boolean => f.kind === 'reference' && f.activeOnly === true;

/**
 * SQL: which of these ids are visible records, live unless `isHookValidated` (and details of the field's option). For a
 * field `activeOnly`, ids of inactive records are returned as negatives.
 */
function visibleTargetsSql(
  context: WriteContext,
  hooksByResource: HooksByResource,
  { f, ids, isHookValidated }: ReferenceCheck,
): RawBuilder<unknown> {
  const source = createSource(getResource(f.kind === 'references' ? f.to : targetKey(f)), hooksByResource);
  const condition = allowedTargetsSql(context, hooksByResource, f, source);
  const parts = [sql`t.id = any(${genericPlanArray(ids)})`, ...(condition ? [condition] : [])];
  if (!isHookValidated) parts.push(sql`t.deleted_at is null`);
  if (f.kind === 'option') parts.push(sql`${sql.raw(source.ref('option.slug'))} = ${f.slug}`);
  const id = isActiveOnly(f) ? sql`case when t.is_active then t.id else - t.id end` : sql`t.id`;
  return sql`array(select ${id} from ${sql.raw(source.from())} where ${sql.join(parts, sql` and `)})`;
}

/**
 * Rejects references to records that do not exist, are deleted or are not visible: one 422 with every such field. See
 * docs/decisions/0026-check-references-before-and-after-a-write.md.
 */
export async function checkReferences(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  values: Values,
): Promise<void> {
  const [wrong] = await invalidReferences(context, hooksByResource, d, [values]);
  if (wrong) throw wrong;
}

/** The same errors for several records, each at its index. One statement for all of them. */
export async function invalidReferences(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  records: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  const toCheck = Object.entries(d.fields).flatMap(([name, f]): ReferenceCheck[] => {
    if (!isReferenceField(f) && f.kind !== 'references') return [];
    const ids = [...new Set(records.flatMap((values) => idsOf(values[name])))];
    return ids.length === 0
      ? []
      : [{ name, f, ids, isHookValidated: hooksByResource[d.key]?.validatedFields?.includes(name) === true }];
  });
  if (toCheck.length === 0) return [];
  const each = toCheck.map(
    (reference, i) => sql`${visibleTargetsSql(context, hooksByResource, reference)} as ${sql.ref(`c${i}`)}`,
  );
  const { rows } = await sql<Record<string, readonly unknown[]>>`select ${sql.join(each)}`.execute(context.tx);
  const seen = toCheck.map((_, i) => new Set(rows[0]?.[`c${i}`]?.map(Number)));
  return records.map((values) => {
    const wrong = toCheck.flatMap(({ name }, i): [string, string[]][] => {
      const missing = idsOf(values[name]).filter((id) => !seen[i]?.has(id));
      const isSwitchedOff = missing.length > 0 && missing.every((id) => seen[i]?.has(-id));
      return missing.length === 0 ? [] : [[name, [message(isSwitchedOff ? 'switched_off' : 'reference')]]];
    });
    return wrong.length === 0 ? undefined : invalid(Object.fromEntries(wrong));
  });
}

const idsOf = (value: unknown): readonly number[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.map(Number) : [Number(value)];

/**
 * Whether every target is known to be visible: the actor's own hotels, and records that this transaction found by
 * number. Whether they are live is checked after the write. Saves a hotel's own system one query per bill.
 */
export function areTargetsVisible(
  { actor, lookups }: WriteContext,
  d: ResourceDefinition,
  values: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(values).every(([name, value]) => {
    const f = d.fields[name];
    if (!f || value === null || !(isReferenceField(f) || f.kind === 'references')) return true;
    if (f.kind !== 'reference') return false;
    const isHotel = getResource(f.to).scope?.hotel?.[0] === 'id';
    return (
      (isHotel && actor.hotels?.includes(Number(value)) === true) ||
      (f.crossHotel === true && lookups.foundRecords.has(`${f.to} ${Number(value)}`))
    );
  });
}

/**
 * SQL condition that the targets of the record `t` are still live, and active if newly referenced. Runs after the
 * write, when foreign keys lock the targets: a concurrent delete of one waits, so no record ever references one deleted
 * at the same moment.
 */
export function targetsLiveSql(
  d: ResourceDefinition,
  names: readonly string[],
  { isNew = true }: { readonly isNew?: boolean } = {},
): RawBuilder<unknown> {
  const parts = names.flatMap((name) => {
    const f = d.fields[name];
    return f && isReferenceField(f) && !isHistorical(f)
      ? [
          sql`(t.${sql.ref(name)} is null
                or exists (select from ${sql.table(targetKey(f))} r where r.id = t.${sql.ref(name)}
                  and r.deleted_at is null ${sql.raw(isNew && isActiveOnly(f) ? 'and r.is_active' : '')}))`,
        ]
      : [];
  });
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/**
 * Locks the targets of these records until the transaction ends, as a foreign key does when it is set: a concurrent
 * delete of a target waits, and a write that follows a delete sees it.
 */
export async function lockTargets({ tx }: WriteContext, d: ResourceDefinition, ids: readonly number[]): Promise<void> {
  const fields = Object.entries(d.fields).filter((entry): entry is [string, ReferenceField] =>
    isReferenceField(entry[1]),
  );
  for (const [name, f] of fields) {
    await sql`select from ${sql.table(targetKey(f))}
      where id in (select ${sql.ref(name)} from ${sql.table(d.key)} where id = any(${ids}::bigint[]))
      order by id for key share`.execute(tx);
  }
}

/**
 * The errors of deleted records whose reference targets are deleted, by id. Inactive targets are accepted, since the
 * reference is not new. Targets that the resource's hooks validate are left to those.
 */
export async function deletedTargets(
  { tx }: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ApiError>> {
  const names = Object.entries(d.fields).flatMap(([name, f]) =>
    isReferenceField(f) && !isHistorical(f) && !hooksByResource[d.key]?.validatedFields?.includes(name) ? [name] : [],
  );
  if (names.length === 0) return new Map();
  const isIntact = (toCheck: readonly string[]) => targetsLiveSql(d, toCheck, { isNew: false });
  const each = names.map((name) => sql`case when not ${isIntact([name])} then ${sql.lit(name)} end`);
  const { rows } = await sql<{ id: number; lost: readonly string[] }>`
    select t.id, array_remove(array[${sql.join(each)}]::text[], null) as lost from ${sql.table(d.key)} t
    where t.id = any(${ids}::bigint[]) and not ${isIntact(names)}`.execute(tx);
  return new Map(
    rows.map(({ id, lost }) => [id, invalid(Object.fromEntries(lost.map((name) => [name, [message('reference')]])))]),
  );
}

/** All fields that may reference a record of this resource and keep it in use. */
function fieldsPointingTo(d: ResourceDefinition): { from: ResourceDefinition; name: string }[] {
  return resourceKeys.flatMap((key) => {
    const from: ResourceDefinition = resources[key];
    return Object.entries(from.fields).flatMap(([name, f]) =>
      isReferenceField(f) && targetKey(f) === d.key && !isOwned(f) ? [{ from, name }] : [],
    );
  });
}

/** The counts of live records that still reference these, by record and resource. */
export async function findUses(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<Use[]> {
  if (!d.protected || ids.length === 0) return [];
  const others = (await hooksByResource[d.key]?.uses?.(context, ids)) ?? [];
  const places = fieldsPointingTo(d);
  if (places.length === 0) return others;
  const parts = places.map(
    ({
      from,
      name,
    }) => sql`select ${sql.ref(name)} as id, ${from.key}::text as key, id as user_id from ${sql.table(from.key)}
      where ${sql.ref(name)} = any(${ids}::bigint[]) and deleted_at is null`,
  );
  const { rows } = await sql<{ id: number; key: string; n: number }>`
    select id, key, count(distinct user_id) as n from (${sql.join(parts, sql` union all `)}) uses group by id, key
    order by id, key`.execute(context.tx);
  return [...rows.map(({ id, key, n }) => ({ id, from: getResource(key), n })), ...others];
}

/** Rejects deleting reference data that is in use: a 409 that names the resources and their counts. */
export async function assertUnused(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<void> {
  const uses = await findUses(context, hooksByResource, d, ids);
  const first = uses[0];
  if (!first) return;
  const own = uses.filter(({ id }) => id === first.id);
  const labelTexts = (language: 'en' | 'id') =>
    own.map(({ from, n }) => `${n} ${(n === 1 ? from.label : from.labels)[language].toLowerCase()}`).join(', ');
  const { rows } = await sql<{
    name: string;
  }>`select ${sql.ref(d.display.name[0] ?? 'id')}::text as name from ${sql.table(d.key)}
    where id = ${first.id}`.execute(context.tx);
  throw fail('in_use', {
    params: { label: d.label, name: rows[0]?.name ?? first.id, users: { en: labelTexts('en'), id: labelTexts('id') } },
    errors: { ids: [...new Set(uses.map(({ id }) => String(id)))] },
  });
}
