import { isIP } from 'node:net';
import { type FieldOf, type ResourceDefinition, message, targetKey } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { RequestLookups, HooksByResource, WriteContext } from './resource-hooks.ts';
import { type Source, createSource } from './source.ts';
import type { Actor } from '../../access/actor.ts';
import { mayBeCardOrVoucherNumber, countFailedLookups, lookupWaitSql } from '../../access/enumeration-guard.ts';
import { scopeSql } from '../../access/scope.ts';
import { assertNoWait } from '../../access/throttle.ts';

/*
 * Lookups across hotels. Every hotel serves every member: a card, voucher or telephone number or an address finds them
 * anywhere. Each lookup outside the user's own hotels is logged, and lookups per minute are limited, so that a front
 * desk can work but nobody can browse the programme. A user may serve a guest whom they have looked up. Without a
 * number, other guests remain invisible.
 */

/** Lookups per user and minute, across all servers. */
export const LOOKUPS_PER_MINUTE = 60;
/** The same for an integration, which posts for all front desks of its hotel. A batch has a thousand bills at most. */
const INTEGRATION_LOOKUPS_PER_MINUTE = 2_000;

export type LookupOrigin = 'front_desk' | 'search' | 'number' | 'import';

/** The user who looks up, and their IP address. */
interface LookupCaller {
  readonly actor: Actor;
  readonly now: Date;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Logs lookups, each with the members of other hotels that it reveals. Commits immediately, because a call that is
 * rolled back reveals them too. Throws a 429 above the limit; then the caller must not reveal anything. See
 * docs/decisions/0042-find-guests-of-other-hotels-by-number-and-log-each-look-up.md.
 */
export async function countLookups(
  db: Db,
  { actor, now, ip, requestId }: LookupCaller,
  origin: LookupOrigin,
  memberIdsByNumber: readonly (readonly number[])[],
): Promise<void> {
  if (memberIdsByNumber.length === 0) return;
  const { rows } = await sql<{ seconds: number }>`
    select record_member_lookups(${actor.userId}, ${now}, ${isIP(ip) ? ip : null}::inet, ${requestId}, ${origin}, ${JSON.stringify(memberIdsByNumber)}::jsonb, ${actor.integration ? INTEGRATION_LOOKUPS_PER_MINUTE : LOOKUPS_PER_MINUTE}::integer) as seconds`.execute(
    db.kysely,
  );
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) throw apiError('too_many_requests', { headers: { 'retry-after': String(seconds) } });
}

/**
 * Aborts a transaction that used numbers of other hotels or unknown numbers, or values that another record has. They
 * are counted outside the transaction, because it may roll back; then it runs again. See `runInTransaction`.
 */
export class UncountedLookups extends Error {
  readonly origin: LookupOrigin;
  readonly #memberIdsByNumber: ReadonlyMap<string, readonly number[]>;
  readonly #failedLookups: readonly string[];
  readonly #isFree: RawBuilder<unknown>;

  /**
   * `isFree`: SQL condition under which nothing is counted. Needed because a transaction aborted by a constraint
   * violation cannot run queries.
   */
  constructor(
    origin: LookupOrigin,
    memberIdsByNumber: ReadonlyMap<string, readonly number[]>,
    failedLookups: readonly string[],
    isFree: RawBuilder<unknown> = sql`false`,
  ) {
    super('look-ups');
    this.origin = origin;
    this.#memberIdsByNumber = memberIdsByNumber;
    this.#failedLookups = failedLookups;
    this.#isFree = isFree;
  }

  /** Throws a 429 if there are too many lookups, or if the user must wait. */
  async count(db: Db, lookupCaller: LookupCaller, { countedNumbers }: RequestLookups): Promise<void> {
    const { actor, now } = lookupCaller;
    const { rows } = await sql<{ is_free: boolean; seconds: number | null }>`
      select ${this.#isFree} as is_free, ${lookupWaitSql(actor, now)} as seconds`.execute(db.kysely);
    if (rows[0]?.is_free !== true) {
      if (this.#failedLookups.length > 0) assertNoWait(rows[0]?.seconds);
      // Count failed attempts first: a 429 for too many lookups would reveal that a value is taken.
      await countFailedLookups(db, actor, this.#failedLookups.length, now);
      await countLookups(db, lookupCaller, this.origin, [...this.#memberIdsByNumber.values()]);
    }
    for (const number of [...this.#memberIdsByNumber.keys(), ...this.#failedLookups]) countedNumbers.add(number);
  }
}

/**
 * Counts a value that another record has, unless the actor can see that record (`isVisible`, SQL). Returns if the value
 * is counted already; then the rejection may name its reason.
 */
export function countConflict({ lookups }: WriteContext, name: string, isVisible: RawBuilder<unknown>): void {
  if (!lookups.countedNumbers.has(name)) throw new UncountedLookups('number', new Map([[name, []]]), [name], isVisible);
}

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
  const numberLookup = hooksByResource[d.key]?.numberLookup;
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
  const lookedUpIdsSql = hooksByResource[key]?.lookedUpIdsSql;
  if (lookedUpIdsSql) alternatives.push(sql`t.id in ${lookedUpIdsSql(context)}`);
  return sql`(${sql.join(alternatives, sql` or `)})`;
}
