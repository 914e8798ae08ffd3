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
import { allowedTargetsSql } from './number-lookups.ts';
import { type ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
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
 * SQL array of the ids that belong to visible records: live ones unless `isHookValidated`, and details of the field's
 * option. For a field with `activeOnly`, inactive records are returned with a negative id.
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
  const [error] = await findInvalidReferences(context, hooksByResource, d, [values]);
  if (error) throw error;
}

/** The same errors for several records, each at its index, in one statement. */
export async function findInvalidReferences(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  records: readonly Values[],
): Promise<readonly (ApiError | undefined)[]> {
  const checks = Object.entries(d.fields).flatMap(([name, f]): ReferenceCheck[] => {
    if (!isReferenceField(f) && f.kind !== 'references') return [];
    const ids = [...new Set(records.flatMap((values) => idsOf(values[name])))];
    return ids.length === 0
      ? []
      : [
          {
            name,
            f,
            ids,
            isHookValidated: hooksByResource[d.key]?.references?.validatedFields?.includes(name) === true,
          },
        ];
  });
  if (checks.length === 0) return [];
  const columns = checks.map(
    (reference, i) => sql`${visibleTargetsSql(context, hooksByResource, reference)} as ${sql.ref(`c${i}`)}`,
  );
  const { rows } = await sql<Record<string, readonly unknown[]>>`select ${sql.join(columns)}`.execute(context.tx);
  const visibleIds = checks.map((_, i) => new Set(rows[0]?.[`c${i}`]?.map(Number)));
  return records.map((values) => {
    const fieldErrors = checks.flatMap(({ name }, i): [string, string[]][] => {
      const invalidIds = idsOf(values[name]).filter((id) => !visibleIds[i]?.has(id));
      const isInactive = invalidIds.length > 0 && invalidIds.every((id) => visibleIds[i]?.has(-id));
      return invalidIds.length === 0 ? [] : [[name, [message(isInactive ? 'switched_off' : 'reference')]]];
    });
    return fieldErrors.length === 0 ? undefined : validationError(Object.fromEntries(fieldErrors));
  });
}

const idsOf = (value: unknown): readonly number[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.map(Number) : [Number(value)];

/**
 * Whether every target is known to be visible without a query: the actor's own hotels, and records that this
 * transaction found by number. Saves an integration one query per bill. Deleted targets are detected after the write.
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
    return (
      (getResource(f.to).place !== undefined && actor.hotels?.includes(Number(value)) === true) ||
      (f.crossHotel === true && lookups.foundRecords.has(`${f.to} ${Number(value)}`))
    );
  });
}

/**
 * SQL condition that the targets of the record `t` are still live, and active if newly referenced. Runs after the
 * write, when foreign keys lock the targets. A concurrent delete waits, so no record can reference a target deleted at
 * the same moment.
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
 * Locks the targets of these records until the transaction ends, as a new foreign key does. A concurrent delete of a
 * target waits, and a delete that came first is seen.
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
export async function findDeletedTargets(
  { tx }: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ApiError>> {
  const names = Object.entries(d.fields).flatMap(([name, f]) =>
    isReferenceField(f) && !isHistorical(f) && !hooksByResource[d.key]?.references?.validatedFields?.includes(name)
      ? [name]
      : [],
  );
  if (names.length === 0) return new Map();
  const targetsLive = (fieldNames: readonly string[]) => targetsLiveSql(d, fieldNames, { isNew: false });
  const columns = names.map((name) => sql`case when not ${targetsLive([name])} then ${sql.lit(name)} end`);
  const { rows } = await sql<{ id: number; deleted_targets: readonly string[] }>`
    select t.id, array_remove(array[${sql.join(columns)}]::text[], null) as deleted_targets from ${sql.table(d.key)} t
    where t.id = any(${ids}::bigint[]) and not ${targetsLive(names)}`.execute(tx);
  return new Map(
    rows.map(({ id, deleted_targets }) => [
      id,
      validationError(Object.fromEntries(deleted_targets.map((name) => [name, [message('reference')]]))),
    ]),
  );
}

/** All fields that may reference a record of this resource and keep it in use. */
function findReferencingFields(d: ResourceDefinition): { from: ResourceDefinition; name: string }[] {
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
  const hookUses = (await hooksByResource[d.key]?.references?.uses?.(context, ids)) ?? [];
  const referencingFields = findReferencingFields(d);
  if (referencingFields.length === 0) return hookUses;
  const parts = referencingFields.map(
    ({
      from,
      name,
    }) => sql`select ${sql.ref(name)} as id, ${from.key}::text as key, id as user_id from ${sql.table(from.key)}
      where ${sql.ref(name)} = any(${ids}::bigint[]) and deleted_at is null`,
  );
  const { rows } = await sql<{ id: number; key: string; n: number }>`
    select id, key, count(distinct user_id) as n from (${sql.join(parts, sql` union all `)}) uses group by id, key
    order by id, key`.execute(context.tx);
  return [...rows.map(({ id, key, n }) => ({ id, from: getResource(key), n })), ...hookUses];
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
  const firstUses = uses.filter(({ id }) => id === first.id);
  const describeUses = (language: 'en' | 'id') =>
    firstUses.map(({ from, n }) => `${n} ${(n === 1 ? from.label : from.labels)[language].toLowerCase()}`).join(', ');
  const { rows } = await sql<{
    name: string;
  }>`select ${sql.ref(d.display.name[0] ?? 'id')}::text as name from ${sql.table(d.key)}
    where id = ${first.id}`.execute(context.tx);
  throw apiError('in_use', {
    params: {
      label: d.label,
      name: rows[0]?.name ?? first.id,
      users: { en: describeUses('en'), id: describeUses('id') },
    },
    errors: { ids: [...new Set(uses.map(({ id }) => String(id)))] },
  });
}
