import type { Language } from '@innkeeper/contract';
import type { MemberSearchResult, SearchResponse, VoucherSearchResult, searchCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { countLookups } from '../../access/lookups.ts';
import { toMemberEligibility, readSaleEligibility } from '../../domain/member-eligibility.ts';
import { evaluateVouchersAnywhere } from '../../domain/redemption-eligibility.ts';
import { limitFailedLookups } from '../../access/enumeration-guard.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { isPunctuation } from '../../engine/resources/word-match.ts';
import { membersSql, vouchersSql } from './result-statements.ts';
import { resolveNames } from './member-names.ts';
import { createExactRules, createLooseRules } from './match-rules.ts';
import { MAX_RESULTS, type SearchQuery, REDEEM_PERMISSION } from './search-query.ts';

interface Services {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
  readonly clock: () => Date;
}

/** Shorter input finds nothing, since it would match almost everyone. */
const MIN_LENGTH = 2;
const EMPTY_RESPONSE: SearchResponse = { members: [], vouchers: [] };

/**
 * One search for guests and vouchers: the records that the caller may view, and guests of any hotel by an exact number.
 * If this finds few, members whose names resemble the words are added.
 */
export const searchHandlers = (services: Services): Handlers<typeof searchCalls> => ({
  'GET /api/search': {
    versionChecked: async ({ actor, now, query: { q: searchTerms }, language, request }) => {
      if (searchTerms.join('').length < MIN_LENGTH || searchTerms.some(isPunctuation)) {
        await request.authentication?.verify(actor);
        return { data: EMPTY_RESPONSE };
      }
      const data = await limitFailedLookups(
        services,
        actor,
        searchTerms.join(''),
        () => searchGuests(services, actor, searchTerms, language),
        ({ members, vouchers }) => members.length + vouchers.length > 0,
      );
      const lookupCaller = { actor, now, ip: request.ip, requestId: request.id };
      const elsewhereIds = collectElsewhereIds(data);
      await countLookups(services.db, lookupCaller, 'search', elsewhereIds.length > 0 ? [elsewhereIds] : []);
      return { data };
    },
  },
});

/** Members of other hotels in a response. */
const collectElsewhereIds = ({ members, vouchers }: SearchResponse): number[] => [
  ...new Set([
    ...members.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [id] : [])),
    ...vouchers.flatMap(({ member, is_elsewhere }) => (is_elsewhere ? [member.id] : [])),
  ]),
];

type MemberMatch = Omit<MemberSearchResult, 'may'>;
type VoucherMatch = Omit<VoucherSearchResult, 'may'>;

interface SearchMatches {
  readonly permissions_version: string | null;
  readonly members: readonly MemberMatch[];
  readonly vouchers: readonly VoucherMatch[];
  /** A member has exactly this number, phone or email, so no other members are searched. */
  readonly is_certain: boolean;
}

async function searchGuests(
  services: Services,
  actor: Actor,
  searchTerms: readonly string[],
  language: Language,
): Promise<SearchResponse> {
  const { members, vouchers } = await findRecords(services, actor, searchTerms);
  const memberIds = members.flatMap(({ id, is_elsewhere }) => (is_elsewhere ? [] : [id]));
  const ineligibilityById = await readIneligibility(services, actor, vouchers, language);
  const saleEligibility = await readSaleEligibility(services.db, actor, { memberIds, now: services.clock(), language });
  return {
    members: members.map((member) => ({
      ...member,
      may: toMemberEligibility(saleEligibility.get(member.id), member.available_vouchers, language),
    })),
    vouchers: vouchers.map((voucher) => ({ ...voucher, may: { redeem: ineligibilityById.get(voucher.id) ?? null } })),
  };
}

/**
 * Why vouchers cannot be redeemed now, for users who may redeem. Evaluated at the user's hotel if there is exactly one.
 */
async function readIneligibility(
  { db, clock }: Services,
  actor: Actor,
  vouchers: readonly VoucherMatch[],
  language: Language,
): Promise<ReadonlyMap<number, string | null>> {
  const [onlyHotelId = null, ...otherHotelIds] = actor.hotels ?? [];
  const evaluations = await evaluateVouchersAnywhere(db, {
    voucherIds: can(actor, REDEEM_PERMISSION) ? vouchers.map(({ id }) => id) : [],
    hotelId: otherHotelIds.length === 0 ? onlyHotelId : null,
    at: clock(),
  });
  return new Map(evaluations.map(({ id, reason }) => [id, reason?.[language] ?? null]));
}

async function findRecords(
  { db, hooksByResource, clock }: Services,
  actor: Actor,
  searchTerms: readonly string[],
): Promise<Pick<SearchMatches, 'members' | 'vouchers'>> {
  const searchQuery: SearchQuery = { hooksByResource, actor, searchTerms, names: await resolveNames(db, searchTerms) };
  const readMatches = async (statement: ReturnType<typeof sql<SearchMatches>>): Promise<SearchMatches | undefined> => {
    // Rare and common names need different plans.
    const [row] = await db.read<Record<string, unknown> & SearchMatches>(statement.compile(db.kysely), {
      replan: true,
    });
    assertPermissionsVersion(actor, row?.permissions_version ?? null);
    return row;
  };
  const exactMatches = await readMatches(sql<SearchMatches>`
    select ${permissionsVersionSql(actor, clock())} as permissions_version, m.members, m.is_certain, (${vouchersSql(searchQuery)}) as vouchers
    from (${membersSql(searchQuery, createExactRules(searchQuery))}) m`);
  if (!exactMatches) return { members: [], vouchers: [] };
  const { members, vouchers } = exactMatches;
  if (exactMatches.is_certain || members.length >= MAX_RESULTS) return { members, vouchers };
  const looseRules = await createLooseRules(
    db,
    searchQuery,
    members.map(({ id }) => id),
  );
  const looseMatches = await readMatches(sql<SearchMatches>`
    select ${permissionsVersionSql(actor, clock())} as permissions_version, m.members from (${membersSql(searchQuery, looseRules)}) m`);
  return { members: [...members, ...(looseMatches?.members ?? [])].slice(0, MAX_RESULTS), vouchers };
}
