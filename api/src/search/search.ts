import { type SearchAnswer, message, permission, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../auth/actor.ts';
import { withActor, withCurrentActor } from '../auth/authenticate.ts';
import { scopeSql } from '../auth/scope.ts';
import { checkStamp, stampSql } from '../auth/stamp.ts';
import { invalid } from '../http/fail.ts';
import { phoneSql } from '../members/phone.ts';
import type { Behaviours } from '../resources/behaviour.ts';
import { parseWords } from '../resources/list-query.ts';
import { beginningSql, searchSql } from '../resources/search.ts';
import { type Source, createSource, displayName } from '../resources/source.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
}

/** Found of each kind at most. */
const MOST = 10;
/** Fewer characters find nothing: they would find nearly everybody. */
const MIN_LENGTH = 2;
/**
 * A shorter word must begin a word of what it finds. Inside of words it would read a whole table where it is rare: of a million
 * members measured 7 s, where this takes 1 ms.
 */
const INSIDE_FROM = 3;

const NOTHING: SearchAnswer = { members: [], vouchers: [] };

/** `GET /api/search?q=`, for everybody who is signed in: of each kind of record what the actor may view. */
export function registerSearch(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: Record<string, unknown> }>('/api/search', (request) => {
    const words = readWords(request.query.q);
    if (words.join('').length < MIN_LENGTH || words.some(isSilent))
      return withCurrentActor(request, async () => ({ data: NOTHING }));
    return withActor(request, async (actor) => ({ data: await find(services, actor, words) }));
  });
}

function readWords(q: unknown): string[] {
  if (typeof q !== 'string') throw invalid({ q: [message(q === undefined ? 'required' : 'text')] });
  const refused: string[] = [];
  const words = parseWords(q, (text) => void refused.push(text));
  if (refused.length > 0) throw invalid({ q: refused });
  return words;
}

/** A word without a letter or digit, which no index can find. */
const isSilent = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word);
const isShort = (word: string): boolean =>
  Math.max(...word.split(/[^\p{L}\p{N}]+/u).map((run) => run.length)) < INSIDE_FROM;

/** Whole numbers with what people put between their digits. */
const PHONE = /^\+?[\d().-]+$/;

async function find(services: Services, actor: Actor, words: readonly string[]): Promise<SearchAnswer> {
  const { db, behaviours, clock } = services;
  const statement = sql`
    select (${await membersSql(db, behaviours, actor, words)}) as members, (${vouchersSql(behaviours, actor, words)}) as vouchers,
           ${stampSql(actor, clock())} as stamp`.compile(db.kysely);
  const [row] = await db.read<{ stamp: string | null } & SearchAnswer>(statement, { replan: true });
  checkStamp(actor, row?.stamp ?? null);
  return row ? { members: row.members, vouchers: row.vouchers } : NOTHING;
}

/** What of a resource the actor may view, as a where clause. */
function inSightSql(actor: Actor, source: Source): RawBuilder<unknown> {
  const parts = [sql`t.deleted_at is null`, scopeSql(actor, source)].filter((part) => part !== null);
  if (!can(actor, permission('VIEW', source.definition.permission))) parts.push(sql`false`);
  return sql.join(parts, sql` and `);
}

/**
 * Members whom all words match as in their list (short ones where a word begins), the newest first; before them whoever has
 * just this number, card number or telephone number. Each way is limited by itself, so that a common name costs no more than a
 * rare one.
 */
async function membersSql(
  db: Db,
  behaviours: Behaviours,
  actor: Actor,
  words: readonly string[],
): Promise<RawBuilder<unknown>> {
  const d = resources.member;
  const source = createSource(d, behaviours);
  const inSight = inSightSql(actor, source);
  const way = (rank: number, where: RawBuilder<unknown>) => sql`(
    select t.id, ${sql.lit(rank)} as rank from ${sql.raw(source.from())} where ${inSight} and ${where}
    order by t.id desc limit ${sql.lit(MOST)})`;

  const beginnings = words.filter(isShort).map((word) => beginningSql(d, word));
  const inside = await searchSql(
    db,
    d,
    words.filter((word) => !isShort(word)),
  );
  const typed = words.join('');
  const phone = PHONE.test(typed) ? phoneSql(typed) : undefined;
  const ways = [
    ...(/^\d{1,15}$/.test(typed) ? [way(0, sql`t.id = ${Number(typed)}::bigint`)] : []),
    way(
      0,
      sql`t.id in (select c.member_id from member_card c where translate(lower(c.sbec_no), ' -', '') = ${numberOf(words)} and c.deleted_at is null)`,
    ),
    ...(phone ? [way(1, phone)] : []),
    way(2, sql.join([...inside, ...beginnings], sql` and `)),
  ];

  const shown = createSource(d, behaviours);
  const hotel = (column: string) => sql.raw(shown.ref(`hotel.${column}`));
  return sql`
    with found as (
      select id, min(rank) as rank from (${sql.join(ways, sql` union all `)}) f
      group by id order by 2, 1 desc limit ${sql.lit(MOST)}
    ),
    shown as (
      select found.rank, t.id, json_build_object(
        'id', t.id, 'name', ${sql.raw(displayName('t', d))}, 'email', t.email, 'phone_no', t.phone_no,
        'hotel', json_build_object('id', ${hotel('id')}, 'code', ${hotel('code')}, 'name', ${hotel('name')}),
        'standing', ${sql.raw(shown.ref('standing'))}) as member
      from found join ${sql.table(d.key)} t on t.id = found.id ${sql.raw(shown.joins())}
    )
    select coalesce(json_agg(member order by rank, id desc), '[]') from shown`;
}

/** A number as people write it, in groups or not. */
const numberOf = (words: readonly string[]): string => words.join('').replaceAll('-', '').toLowerCase();

/** The voucher that has just this number, however it is grouped: its letters cannot be taken for digits. */
function vouchersSql(behaviours: Behaviours, actor: Actor, words: readonly string[]): RawBuilder<unknown> {
  const source = createSource(resources.member_voucher, behaviours);
  const number = numberOf(words).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const inSight = inSightSql(actor, source);
  const column = (name: string) => sql.raw(source.ref(name));
  const voucher = sql`json_build_object(
    'id', t.id, 'voucher_no', t.voucher_no, 'name', ${column('voucher.name')},
    'member', json_build_object('id', ${column('member.id')}, 'name', ${column('member.name')}),
    'valid_until_date', t.valid_until_date, 'state', ${column('state')})`;
  return sql`select coalesce(json_agg(${voucher}), '[]') from ${sql.raw(source.from())} where ${inSight} and t.voucher_no = ${number}`;
}
