import { type Label, getResource, permission } from '@innkeeper/contract';
import type { MemberSearchResult, VoucherSearchResult } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useSaleAction } from '../../domain/use-sale-action.ts';
import { can } from '../../session/user.ts';
import { redeemPath } from '../../features/member-search/result-path.ts';

/** Verbs that may precede the name of a guest, with their words in both languages. */
const VERB_WORDS = {
  sale: ['renew', 'sell', 'give', 'perpanjang', 'jual', 'beri', 'berikan'],
  redeem: ['redeem', 'tukar', 'tukarkan'],
  visit: ['visit', 'kunjungan', 'catat'],
} as const;
/** The verb in the examples of the palette’s box. */
export const EXAMPLE_WORDS = {
  sale: { en: 'renew', id: 'perpanjang' },
  redeem: { en: 'redeem', id: 'tukar' },
  visit: { en: 'visit', id: 'kunjungan' },
} as const satisfies Readonly<Record<keyof typeof VERB_WORDS, Label>>;
export type GuestVerb = keyof typeof VERB_WORDS;
export const GUEST_VERBS = Object.keys(VERB_WORDS) as readonly GuestVerb[]; // the object's own keys

/**
 * Splits `renew kumar` into the verb and the rest. Null if the text does not begin with a verb, or nothing follows it.
 */
export function parseVerb(searchText: string): { readonly verb: GuestVerb; readonly rest: string } | null {
  const [firstWord = '', ...remainingWords] = searchText.trim().split(/\s+/);
  const verb = GUEST_VERBS.find((candidate) => VERB_WORDS[candidate].some((word) => word === firstWord.toLowerCase()));
  return verb === undefined || remainingWords.length === 0 ? null : { verb, rest: remainingWords.join(' ') };
}

/** The action of a verb on a line of the palette. */
export interface GuestAction {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, number>>;
  /** Why the action is not possible now; null if it is. */
  readonly reason: string | null;
}

interface GuestVerbs {
  readonly onMember: (verb: GuestVerb | undefined, member: MemberSearchResult) => GuestAction | null;
  readonly onVoucher: (verb: GuestVerb | undefined, voucher: VoucherSearchResult) => GuestAction | null;
}

/** Returns a verb's action on a member or voucher: null without a verb, or if the user may not perform it. */
export function useGuestVerbs(): GuestVerbs {
  const { t } = useLingui();
  const getSaleAction = useSaleAction();
  return {
    onMember: (verb, { id, is_elsewhere, may }): GuestAction | null => {
      if (verb === 'sale') return getSaleAction(id, may.sale);
      if (verb === 'redeem') {
        const to = redeemPath(id);
        return to === null ? null : { label: t`Redeem`, to, search: {}, reason: may.redeem };
      }
      const canPostVisits = !is_elsewhere && can(permission('STORE', getResource('visit').permission));
      if (verb !== 'visit' || !canPostVisits) return null;
      return { label: t`Post a visit`, to: '/finance/visit/quick', search: { member_id: id }, reason: null };
    },
    onVoucher: (verb, { id, member, may }): GuestAction | null => {
      const to = verb === 'redeem' ? redeemPath(member.id, id) : null;
      return to === null ? null : { label: t`Redeem`, to, search: {}, reason: may.redeem };
    },
  };
}
