import { type ResourceDefinition, isJustMade, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, fail } from '../../platform/http/fail.ts';
import type { Row, WriteContext } from './behaviour.ts';
import { lockRows } from './locks.ts';
import type { Refuse } from './ready-row.ts';
import { holdTargets, intactSql, lostTargets } from './references.ts';
import { constraintError } from './refusals.ts';
import { askedOf } from './row-check.ts';
import { type Wanted, unlessRefused } from './row-hooks.ts';
import { createUniqueCheck } from './row-unique.ts';
import { readStaying } from './staying.ts';
import { refuseBrokenRules, refuseMissing, refuseStale } from './write.ts';
import type { Write } from './write-services.ts';

/**
 * Restores deleted records, all or none. Throws the first refusal of restoreRefusals, which names its record where there are several, and 409
 * `stale_record` when `expected` is not the current version.
 */
export async function restoreRecords(write: Write, ids: readonly number[], expected?: number): Promise<number> {
  const { context, services, d } = write;
  const rows = (await lockRows(context, services.behaviours, d, ids)).filter((row) => row.deleted_at !== null);
  refuseMissing(d, ids, rows);
  await refuseStale(write, rows, expected);
  const refused = [...(await restoreRefusals(write, rows))];
  const staying = refused.length > 0 ? await readStaying(write, ids, 'restore') : NONE;
  const first = refused.find(([id]) => !staying.has(id));
  if (first) throw refusalAmong(ids, first);
  // Of a record that stays the database says why: that it was cancelled with its sale, and not that the sale is deleted.
  await bringBack(write, rows);
  const [other] = refused;
  if (other) throw refusalAmong(ids, other);
  return ids.length;
}

const NONE: ReadonlyMap<number, ApiError> = new Map();

function refusalAmong(ids: readonly number[], [id, { code, details }]: readonly [number, ApiError]): ApiError {
  return fail(code, ids.length > 1 ? { ...details, errors: { ...details.errors, ids: [String(id)] } } : details);
}

/** Restores locked records without judging them again. Throws a 409 that names the field whose value is taken, or whose target is deleted, by now. */
export async function bringBack(write: Write, rows: readonly Row[]): Promise<void> {
  const { context, services, d } = write;
  const ids = rows.map(({ id }) => id);
  try {
    await sql`update ${sql.table(d.key)} set deleted_at = null where id = any(${ids}::bigint[])`.execute(context.tx);
    await services.behaviours[d.key]?.afterRestore?.(context, rows);
  } catch (error) {
    const refusal = error instanceof ApiError ? error : constraintError(d, error);
    throw refusal ? asConflict(refusal) : error;
  }
  await refuseDangling(context, d, ids);
}

/** Throws a 409 where a restored record points to a deleted one. The targets are locked until the transaction ends. */
export async function refuseDangling(
  context: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<void> {
  await holdTargets(context, d, ids);
  const names = Object.keys(d.fields);
  const each = names.map((name, i) => sql`bool_and(${intactSql(d, [name], { isNew: false })}) as ${sql.ref(`c${i}`)}`);
  const { rows } = await sql<
    Record<string, boolean>
  >`select ${sql.join(each)} from ${sql.table(d.key)} t where t.id = any(${ids}::bigint[])`.execute(context.tx);
  const dangling = names.filter((_, i) => rows[0]?.[`c${i}`] === false);
  if (dangling.length > 0)
    throw fail('conflict', { errors: Object.fromEntries(dangling.map((name) => [name, [message('reference')]])) });
}

/**
 * Why deleted records cannot be restored, by id. Each is judged as a new record: by its targets, by the rules between its fields, by the hooks of its
 * resource, and by its unique values. It is a check of writes, so that the rules which the database holds are asked of each record too; constraints
 * and `afterRestore` hold what another request changes meanwhile. `isRestoring` has the hooks judge a record at its own date. The refusals are those
 * of creating, in the same words; that of a field, or of an approval, is a 409 `conflict`. See docs/decisions/0086-restored-as-created.md.
 */
export async function restoreRefusals(write: Write, rows: readonly Row[]): Promise<ReadonlyMap<number, ApiError>> {
  const { services, d } = write;
  const isTakingBack = rows.every((row) => isOwnMistake(write.context, row));
  const context: WriteContext = { ...write.context, asks: false, check: new Map(), isTakingBack, isRestoring: true };
  const asking = { ...write, context };
  const refused = new Map<number, ApiError>();
  const refuse: Refuse = (id, error) => void (refused.has(id) || refused.set(id, asConflict(error)));
  const ids = rows.map(({ id }) => id);
  for (const [id, error] of await lostTargets(context, services.behaviours, d, ids)) refuse(id, error);
  const whole = rows.flatMap(
    (row): Wanted[] =>
      unlessRefused({ row: row.id, values: row, before: null }, refuse, () => {
        if (refused.has(row.id)) return [];
        const columns = withoutSecrets(write, row);
        refuseBrokenRules(asking, columns, null);
        return [{ ready: { row: row.id, values: columns, before: null }, columns }];
      }) ?? [],
  );
  const kept = await askedOf(asking, whole, refuse);
  await createUniqueCheck(asking, refuse, () => message('taken'))(kept.map(({ ready }) => ready));
  return refused;
}

/** Whether the actor deleted it a moment ago. Limits of the actor do not apply then: the record is as it was before. */
const isOwnMistake = ({ actor, now }: WriteContext, { deleted_by_id, deleted_at }: Row): boolean =>
  deleted_by_id === actor.userId && deleted_at instanceof Date && isJustMade(deleted_at.getTime(), now.getTime());

/** A secret was checked when it was set; what is stored of it says nothing about it. */
const withoutSecrets = ({ d }: Write, row: Row): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([name]) => d.fields[name]?.kind !== 'secret')),
  id: row.id,
});

/** The refusal of a field, or of an approval, as that of an existing record: a restore sends no field, and no approval is requested for it. */
const asConflict = (error: ApiError): ApiError => {
  const { message: text, errors } = error.details;
  return error.code === 'validation_failed' || error.code === 'approval_needed'
    ? fail('conflict', { ...(text && { message: text }), ...(errors && { errors }), cause: error })
    : error;
};
