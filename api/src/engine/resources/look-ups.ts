import { isIP } from 'node:net';
import { type FieldOf, type ResourceDefinition, message, targetKey } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { Across, Behaviours, WriteContext } from './behaviour.ts';
import { type Source, createSource } from './source.ts';
import type { Actor } from '../../access/actor.ts';
import { couldBeGuess, countGuesses, guesserWaitSql } from '../../access/guesses.ts';
import { scopeSql } from '../../access/scope.ts';
import { refuseWaiting } from '../../access/throttle.ts';

/*
 * Looking across hotels. A guest is served wherever they are a member, so that a card, voucher or telephone number or an address
 * finds them at every hotel. Each such look-up outside of one's own hotels is written down, and only so many are answered in a
 * minute: a counter never needs more, and nobody leafs through the programme. A user may serve a guest whom they have looked up;
 * other guests do not exist for them, as long as they give no number.
 */

/** Look-ups of one user in a minute, on all servers together. */
export const LOOK_UPS_A_MINUTE = 60;
/** The same for a hotel's own system, which posts for all of its counters at once; a batch is a thousand bills at most. */
const LOOK_UPS_OF_SYSTEM = 2_000;

export type Way = 'counter' | 'search' | 'number' | 'import';

/** The user who looks, and their address. */
interface Looking {
  readonly actor: Actor;
  readonly now: Date;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Logs look-ups, each with the members of other hotels that it tells of. At once, even if the call fails: a call
 * that is rolled back has told them all the same. Throws a 429 where they are too many; then nothing may be told.
 * See docs/decisions/0042-looking-across-hotels.md.
 */
export async function countLookUps(
  db: Db,
  { actor, now, ip, requestId }: Looking,
  way: Way,
  told: readonly (readonly number[])[],
): Promise<void> {
  if (told.length === 0) return;
  const { rows } = await sql<{ seconds: number }>`
    select count_look_ups(${actor.userId}, ${now}, ${isIP(ip) ? ip : null}::inet, ${requestId}, ${way}, ${JSON.stringify(told)}::jsonb, ${actor.integration ? LOOK_UPS_OF_SYSTEM : LOOK_UPS_A_MINUTE}::integer) as seconds`.execute(
    db.kysely,
  );
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) throw fail('too_many_requests', { headers: { 'retry-after': String(seconds) } });
}

/**
 * Leaves a transaction in which numbers of other hotels were said, or of nobody, or values that another record has: they are counted
 * outside of it, because it may roll back, and then it begins again. See `inTransaction`.
 */
export class LookUps extends Error {
  readonly #way: Way;
  readonly #told: ReadonlyMap<string, readonly number[]>;
  readonly #guesses: readonly string[];
  readonly #isFree: RawBuilder<unknown>;

  /** `isFree`: SQL of whether nothing is counted, where a violated constraint has left the transaction unable to tell. */
  constructor(
    way: Way,
    told: ReadonlyMap<string, readonly number[]>,
    guesses: readonly string[],
    isFree: RawBuilder<unknown> = sql`false`,
  ) {
    super('look-ups');
    this.#way = way;
    this.#told = told;
    this.#guesses = guesses;
    this.#isFree = isFree;
  }

  /** Throws a 429 where they are too many, or the user has to wait. */
  async count(db: Db, looking: Looking, { counted }: Across): Promise<void> {
    const { actor, now } = looking;
    const { rows } = await sql<{ is_free: boolean; seconds: number | null }>`
      select ${this.#isFree} as is_free, ${guesserWaitSql(actor, now)} as seconds`.execute(db.kysely);
    if (rows[0]?.is_free !== true) {
      if (this.#guesses.length > 0) refuseWaiting(rows[0]?.seconds);
      // Guesses first: that there are too many look-ups shows that a value is taken.
      await countGuesses(db, actor, this.#guesses.length, now);
      await countLookUps(db, looking, this.#way, [...this.#told.values()]);
    }
    for (const number of [...this.#told.keys(), ...this.#guesses]) counted.add(number);
  }
}

/**
 * Counts a value that another record has, unless `isVisible`, SQL of whether the actor sees that record. Returns where it is counted
 * already: then the write may be refused in words.
 */
export function countConflict({ across }: WriteContext, name: string, isVisible: RawBuilder<unknown>): void {
  if (!across.counted.has(name)) throw new LookUps('number', new Map([[name, []]]), [name], isVisible);
}

/**
 * The records that numbers of these texts lead to, wherever they belong, by text. Each that is not of the actor's own hotels, nor
 * of a guest whom they have found before, is a look-up, whether it leads anywhere or not; one that leads nowhere is a guess, too.
 */
export async function findByNumber(
  context: WriteContext,
  behaviours: Behaviours,
  d: ResourceDefinition,
  texts: Iterable<string>,
  way: Way,
): Promise<ReadonlyMap<string, number>> {
  const { tx, actor, across } = context;
  const numbered = behaviours[d.key]?.numbered;
  const numbers = new Map([...texts].flatMap((text) => entryOf(text, numbered?.read(text) ?? null)));
  if (!numbered || numbers.size === 0) return new Map();
  const said = [...new Set(numbers.values())].filter((number) => !across.counted.has(number));
  // A number in a redemption is meant as one, all letters or not; the cell of a file may be a name.
  const couldBe = (number: string) => way === 'number' || couldBeGuess(number);
  const source = createSource(d, behaviours);
  const scope = scopeSql(actor, source) ?? sql`true`;
  const wait = said.some(couldBe) ? guesserWaitSql(actor, context.now) : sql`null::int`;
  const answer = await sql<Found | { seconds: number | null; id: null }>`
    select w.seconds, f.* from (select ${wait} as seconds) w left join (
      select n.number, t.id, n.guest_id, (${scope} or n.is_served) as here
      from (${numbered.sql([...numbers.values()], context)}) n join ${sql.raw(source.from())} on t.id = n.id) f on true`.execute(
    tx,
  );
  refuseWaiting(answer.rows[0]?.seconds);
  const rows = answer.rows.filter((row): row is Found => row.id !== null);
  const found = new Map(rows.map((row) => [row.number, row]));
  const told = new Map(
    said.flatMap((number): [string, readonly number[]][] => {
      const row = found.get(number);
      return actor.hotels === null || row?.here === true ? [] : [[number, row ? [row.guest_id] : []]];
    }),
  );
  // A user who sees all hotels may be wrong about as many rows of a file as they like.
  const isGuess = (number: string) => !found.has(number) && couldBe(number) && (way === 'number' || told.has(number));
  const guesses = said.filter(isGuess);
  if (way === 'import' && told.size > LOOK_UPS_A_MINUTE)
    throw invalid({ file: [message('rows_elsewhere', LOOK_UPS_A_MINUTE)] });
  if (told.size > 0 || guesses.length > 0) throw new LookUps(way, told, guesses);
  for (const { id } of rows) across.found.add(`${d.key} ${id}`);
  return new Map([...numbers].flatMap(([text, number]) => entryOf(text, found.get(number)?.id ?? null)));
}

interface Found {
  readonly seconds: number | null;
  readonly number: string;
  readonly id: number;
  readonly guest_id: number;
  readonly here: boolean;
}

const entryOf = <T>(text: string, value: T | null): [string, T][] => (value === null ? [] : [[text, value]]);

/**
 * The records that a reference may point to, as a where clause: those in the actor's sight, and where it may lead to guests of any hotel
 * those who were looked up. A voucher of another hotel must be named by its number each time. Null means no limit.
 */
export function pointableSql(
  context: WriteContext,
  behaviours: Behaviours,
  f: FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>,
  source: Source,
): RawBuilder<unknown> | null {
  const scope = scopeSql(context.actor, source);
  if (!scope || f.kind !== 'reference' || !f.anywhere) return scope;
  const key = targetKey(f);
  const prefix = `${key} `;
  const found = [...context.across.found].flatMap((one) => (one.startsWith(prefix) ? [one.slice(prefix.length)] : []));
  const ways = [scope, sql`t.id = any(${found}::bigint[])`];
  const lookedUp = behaviours[key]?.lookedUp;
  if (lookedUp) ways.push(sql`t.id in ${lookedUp(context)}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}
