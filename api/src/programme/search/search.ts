import type { Language } from '@innkeeper/contract';
import type { MemberFound, SearchAnswer, VoucherFound, searchCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { countLookUps } from '../../engine/resources/look-ups.ts';
import { memberMay, readMaySell } from '../cards/member-may.ts';
import { judgeAnywhere } from '../cards/refusal.ts';
import { lookUp } from '../../access/guesses.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { membersSql, vouchersSql } from './found.ts';
import { namesIn } from './member-names.ts';
import { exactWays, looseWays } from './member-ways.ts';
import { MOST, type Question, REDEEM } from './question.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
}

/** Fewer characters find nothing: they would find nearly everybody. */
const MIN_LENGTH = 2;
const NOTHING: SearchAnswer = { members: [], vouchers: [] };

/**
 * One question over guests and vouchers: the records that the caller may view, and the guests of any hotel with just that number. Where few
 * are found so, also those whose names only resemble the words.
 */
export const searchHandlers = (services: Services): Handlers<typeof searchCalls> => ({
  'GET /api/search': {
    stamped: async ({ actor, now, query: { q: words }, language, request }) => {
      if (words.join('').length < MIN_LENGTH || words.some(isSilent)) {
        await request.signedIn?.verify(actor);
        return { data: NOTHING };
      }
      const data = await lookUp(
        services,
        actor,
        words.join(''),
        () => find(services, actor, words, language),
        ({ members, vouchers }) => members.length + vouchers.length > 0,
      );
      const looking = { actor, now, ip: request.ip, requestId: request.id };
      const elsewhere = guestsElsewhere(data);
      await countLookUps(services.db, looking, 'search', elsewhere.length > 0 ? [elsewhere] : []);
      return { data };
    },
  },
});

/** Members of other hotels whom an answer tells of. */
const guestsElsewhere = ({ members, vouchers }: SearchAnswer): number[] => [
  ...new Set([
    ...members.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [id] : [])),
    ...vouchers.flatMap(({ member, is_elsewhere }) => (is_elsewhere ? [member.id] : [])),
  ]),
];

/** A word without a letter or digit, which no index can find. */
const isSilent = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word);

type Known = Omit<MemberFound, 'may'>;
type KnownVoucher = Omit<VoucherFound, 'may'>;

interface Found {
  readonly stamp: string | null;
  readonly members: readonly Known[];
  readonly vouchers: readonly KnownVoucher[];
  /** Somebody has just this number, phone or email: nobody else is meant. */
  readonly is_sure: boolean;
}

async function find(
  services: Services,
  actor: Actor,
  words: readonly string[],
  language: Language,
): Promise<SearchAnswer> {
  const { members, vouchers } = await findRecords(services, actor, words);
  const memberIds = members.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [] : [id]));
  const whyNot = await readWhyNot(services, actor, vouchers, language);
  const sales = await readMaySell(services.db, actor, { memberIds, now: services.clock(), language });
  return {
    members: members.map((member) => ({
      ...member,
      may: memberMay(sales.get(member.id), member.available_vouchers, language),
    })),
    vouchers: vouchers.map((voucher) => ({ ...voucher, may: { redeem: whyNot.get(voucher.id) ?? null } })),
  };
}

/** Why vouchers cannot be redeemed now, for a user who redeems them: at their hotel, where they have one. */
async function readWhyNot(
  { db, clock }: Services,
  actor: Actor,
  vouchers: readonly KnownVoucher[],
  language: Language,
): Promise<ReadonlyMap<number, string | null>> {
  const [only = null, ...others] = actor.hotels ?? [];
  const judged = await judgeAnywhere(db, {
    voucherIds: can(actor, REDEEM) ? vouchers.map(({ id }) => id) : [],
    hotelId: others.length === 0 ? only : null,
    at: clock(),
  });
  return new Map(judged.map(({ id, reason }) => [id, reason?.[language] ?? null]));
}

async function findRecords(
  { db, behaviours, clock }: Services,
  actor: Actor,
  words: readonly string[],
): Promise<Pick<Found, 'members' | 'vouchers'>> {
  const question: Question = { behaviours, actor, words, names: await namesIn(db, words) };
  const read = async (statement: ReturnType<typeof sql<Found>>): Promise<Found | undefined> => {
    // A rare and a common name take different plans.
    const [row] = await db.read<Record<string, unknown> & Found>(statement.compile(db.kysely), { replan: true });
    checkStamp(actor, row?.stamp ?? null);
    return row;
  };
  const exact = await read(sql<Found>`
    select ${stampSql(actor, clock())} as stamp, m.members, m.is_sure, (${vouchersSql(question)}) as vouchers
    from (${membersSql(question, exactWays(question))}) m`);
  if (!exact) return { members: [], vouchers: [] };
  const { members, vouchers } = exact;
  if (exact.is_sure || members.length >= MOST) return { members, vouchers };
  const ways = await looseWays(
    db,
    question,
    members.map(({ id }) => id),
  );
  const loose = await read(sql<Found>`
    select ${stampSql(actor, clock())} as stamp, m.members from (${membersSql(question, ways)}) m`);
  return { members: [...members, ...(loose?.members ?? [])].slice(0, MOST), vouchers };
}
