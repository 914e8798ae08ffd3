import { type ImportUndone, type ResourceDefinition, loggedValue, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { fail } from '../../platform/http/fail.ts';
import type { Values, WriteContext } from '../resources/behaviour.ts';
import { askActs } from '../resources/bulk-check.ts';
import type { Refuse } from '../resources/ready-row.ts';
import { checkReferences, refuseUsed } from '../resources/references.ts';
import { checkRows } from '../resources/row-check.ts';
import { createUniqueCheck } from '../resources/row-unique.ts';
import { lockRows } from '../resources/locks.ts';
import { restoreRecords } from '../resources/restore.ts';
import { deleteRecords, newReferences, refuseMissing } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { writeRows } from './import-write.ts';

/** The changes that a request made to the records of a resource. See docs/decisions/0047-undo-in-the-message.md. */
export interface Deeds {
  readonly requestId: string;
  readonly created: ReadonlySet<number>;
  readonly deleted: ReadonlySet<number>;
  readonly restored: ReadonlySet<number>;
  /** The values of those that it changed, as they were. */
  readonly changed: ReadonlyMap<number, Values>;
  /** Those of which it changed a secret: the log does not hold secrets, so that undoing leaves them as they are. */
  readonly secrets: ReadonlySet<number>;
}

/** Ids that an answer names at most. */
const NAMED = 500;

const CHANGED = {
  en: 'Some of these records were changed since.',
  id: 'Sebagian data ini telah diubah sejak itu.',
};

const ONLY_SECRETS = {
  en: 'Passwords and access tokens cannot be undone: the former ones are stored nowhere. Set a new one instead.',
  id: 'Kata sandi dan token akses tidak dapat diurungkan: yang lama tidak tersimpan. Tetapkan yang baru.',
};

/**
 * Reads the operation log. Values that a record got while it was made, deleted or restored go with that. The log has a mask in
 * place of each secret, so that none is given back; throws a 409 where nothing else was changed.
 */
export async function readDeeds({ tx }: WriteContext, d: ResourceDefinition, requestId: string): Promise<Deeds> {
  const { rows } = await sql<{ id: number; action: string; name: string | null; value: string | null }>`
    select o.record_id as id, o.action, k.name, o.before ->> k.name as value
    from operation o left join lateral jsonb_object_keys(o.before) k (name) on o.action = 'update'
    where o.request_id = ${requestId} and o.resource = ${d.key} order by o.id`.execute(tx);
  const idsOf = (did: string) => new Set(rows.flatMap(({ id, action }) => (action === did ? [id] : [])));
  const whole = { created: idsOf('create'), deleted: idsOf('delete'), restored: idsOf('restore') };
  const isWhole = (id: number) => Object.values(whole).some((ids) => ids.has(id));
  const changed = new Map<number, Record<string, unknown>>();
  const secrets = new Set<number>();
  for (const { id, action, name, value } of rows) {
    const f = name === null ? undefined : d.fields[name];
    if (action !== 'update' || name === null || !f || isWhole(id) || f.lasting) continue;
    if (f.kind === 'secret') {
      secrets.add(id);
      continue;
    }
    const values = changed.get(id) ?? {};
    changed.set(id, values);
    if (!Object.hasOwn(values, name)) values[name] = loggedValue(f, value);
  }
  const others = changed.size + whole.created.size + whole.deleted.size + whole.restored.size;
  if (secrets.size > 0 && others === 0) throw fail('conflict', { message: ONLY_SECRETS });
  return { requestId, ...whole, changed, secrets };
}

/** The part of an answer that says of how many records a secret stays as it is; absent where that is so of none. */
export const secretsLeft = ({ secrets }: Deeds): Pick<ImportUndone, 'secrets_left'> =>
  secrets.size > 0 ? { secrets_left: secrets.size } : {};

/**
 * Takes deeds back by the rules that hold for the actor: records made or restored are deleted, records deleted are
 * restored, each with what goes along, and changed records get their old values. Throws a 409 with the ids of records changed
 * since; then nothing is taken back.
 */
export async function takeBack(write: Write, deeds: Deeds, why: string): Promise<void> {
  const { services, d } = write;
  const context: WriteContext = { ...write.context, isTakingBack: true };
  await sql`select set_config('innkeeper.taking_back', 'on', true)`.execute(context.tx);
  const { created, deleted, restored, changed } = deeds;
  const ids = [...created, ...deleted, ...restored, ...changed.keys()];
  const records = new Map((await lockRows(context, services.behaviours, d, ids)).map((row) => [row.id, row]));
  refuseMissing(d, ids, [...records.values()]);
  await refuseChanged(context, d, ids, deeds);
  const back = { ...write, context };
  if (deleted.size > 0) await restoreRecords(back, [...deleted]);
  const going = [...created, ...restored];
  if (going.length > 0) await deleteRecords(back, going, why);
  const before = [...changed].map(([row, values]) => ({ row, values, before: records.get(row) ?? null }));
  await writeRows(back, before, refuse);
}

/** Throws the refusal that taking deeds of an import back would meet, as far as that can be asked without writing. */
export async function askTakingBack(write: Write, deeds: Deeds): Promise<void> {
  const { services, d } = write;
  const context: WriteContext = { ...write.context, isTakingBack: true };
  const { created, changed } = deeds;
  const ids = [...created, ...changed.keys()];
  const records = new Map((await lockRows(context, services.behaviours, d, ids)).map((row) => [row.id, row]));
  refuseMissing(d, ids, [...records.values()]);
  await refuseChanged(context, d, ids, deeds);
  const back = { ...write, context };
  const { refused } = await askActs(back, [...created], 'delete');
  for (const [id, error] of refused) refuse(id, error);
  await refuseUsed(context, services.behaviours, d, [...created]);
  const before = [...changed].map(([row, values]) => ({ row, values, before: records.get(row) ?? null }));
  const withoutTaken = createUniqueCheck(back, refuse, () => message('taken'));
  for (const { values, before: row } of before)
    await checkReferences(context, services.behaviours, d, newReferences(values, row, null));
  await checkRows(back, await withoutTaken(before), refuse);
}

const refuse: Refuse = (row, { code, details }) => {
  throw fail(code, { ...details, errors: { ...details.errors, ids: [String(row)] } });
};

async function refuseChanged(
  { tx }: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
  { requestId }: Deeds,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.record_id as id from operation o
    where o.resource = ${d.key} and o.record_id = any(${ids}::bigint[]) and o.request_id is distinct from ${requestId}
      and o.id > (select max(id) from operation where request_id = ${requestId} and resource = ${d.key})
    order by 1 limit ${NAMED}`.execute(tx);
  if (rows.length > 0) throw fail('conflict', { message: CHANGED, errors: { ids: rows.map(({ id }) => String(id)) } });
}
