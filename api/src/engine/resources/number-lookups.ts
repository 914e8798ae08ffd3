import { type FieldOf, type ResourceDefinition, message, targetKey } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { mayBeCardOrVoucherNumber, lookupWaitSql } from '../../access/enumeration-guard.ts';
import { LOOKUPS_PER_MINUTE, type LookupOrigin, UncountedLookups } from '../../access/lookups.ts';
import { scopeSql } from '../../access/scope.ts';
import { assertNoWait } from '../../access/throttle.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { HooksByResource, WriteContext } from './resource-hooks.ts';
import { type Source, createSource } from './source.ts';

/**
 * The records with these numbers at any hotel, by text. Each number outside the actor's own hotels counts as a lookup
 * whether it is found or not, except for guests looked up before. An unknown number also counts as a failed attempt.
 */
export async function findByNumber(
  context: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  texts: Iterable<string>,
  origin: LookupOrigin,
): Promise<ReadonlyMap<string, number>> {
  const { tx, actor, lookups } = context;
  const numberLookup = hooksByResource[d.key]?.references?.numberLookup;
  const numbers = new Map([...texts].flatMap((text) => toEntries(text, numberLookup?.read(text) ?? null)));
  if (!numberLookup || numbers.size === 0) return new Map();
  const uncountedNumbers = [...new Set(numbers.values())].filter((number) => !lookups.countedNumbers.has(number));
  // In a redemption any text counts as a number, even one of letters. The cell of a file may be a name.
  const isCandidate = (number: string) => origin === 'number' || mayBeCardOrVoucherNumber(number);
  const source = createSource(d, hooksByResource);
  const scope = scopeSql(actor, source) ?? sql`true`;
  const waitColumn = uncountedNumbers.some(isCandidate) ? lookupWaitSql(actor, context.now) : sql`null::int`;
  const result = await sql<FoundRow | { seconds: number | null; id: null }>`
    select w.seconds, f.* from (select ${waitColumn} as seconds) w left join (
      select n.number, t.id, n.member_id, (${scope} or n.is_served) as is_own
      from (${numberLookup.sql([...numbers.values()], context)}) n join ${sql.raw(source.from())} on t.id = n.id) f on true`.execute(
    tx,
  );
  assertNoWait(result.rows[0]?.seconds);
  const rows = result.rows.filter((row): row is FoundRow => row.id !== null);
  const foundRows = new Map(rows.map((row) => [row.number, row]));
  const memberIdsByNumber = new Map(
    uncountedNumbers.flatMap((number): [string, readonly number[]][] => {
      const row = foundRows.get(number);
      return actor.hotels === null || row?.is_own === true ? [] : [[number, row ? [row.member_id] : []]];
    }),
  );
  // A user who sees all hotels may have any number of unknown values in a file.
  const isFailedLookup = (number: string) =>
    !foundRows.has(number) && isCandidate(number) && (origin === 'number' || memberIdsByNumber.has(number));
  const failedLookups = uncountedNumbers.filter(isFailedLookup);
  if (origin === 'import' && memberIdsByNumber.size > LOOKUPS_PER_MINUTE)
    throw validationError({ file: [message('rows_elsewhere', LOOKUPS_PER_MINUTE)] });
  if (memberIdsByNumber.size > 0 || failedLookups.length > 0)
    throw new UncountedLookups(origin, memberIdsByNumber, failedLookups);
  for (const { id } of rows) lookups.foundRecords.add(`${d.key} ${id}`);
  return new Map([...numbers].flatMap(([text, number]) => toEntries(text, foundRows.get(number)?.id ?? null)));
}

interface FoundRow {
  readonly seconds: number | null;
  readonly number: string;
  readonly id: number;
  readonly member_id: number;
  readonly is_own: boolean;
}

const toEntries = <T>(text: string, value: T | null): [string, T][] => (value === null ? [] : [[text, value]]);

/**
 * Where clause for the records that a reference may point to: the visible ones, and guests who were looked up if the
 * reference may lead to any hotel. A voucher of another hotel must be referenced by its number each time. Null means no
 * limit.
 */
export function allowedTargetsSql(
  context: WriteContext,
  hooksByResource: HooksByResource,
  f: FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>,
  source: Source,
): RawBuilder<unknown> | null {
  const scope = scopeSql(context.actor, source);
  if (!scope || f.kind !== 'reference' || !f.crossHotel) return scope;
  const key = targetKey(f);
  const prefix = `${key} `;
  const foundIds = [...context.lookups.foundRecords].flatMap((reference) =>
    reference.startsWith(prefix) ? [reference.slice(prefix.length)] : [],
  );
  const alternatives = [scope, sql`t.id = any(${foundIds}::bigint[])`];
  const lookedUpIdsSql = hooksByResource[key]?.references?.lookedUpIdsSql;
  if (lookedUpIdsSql) alternatives.push(sql`t.id in ${lookedUpIdsSql(context)}`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}
