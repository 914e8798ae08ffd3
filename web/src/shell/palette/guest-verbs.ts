import { getResource, permission } from '@innkeeper/contract';
import type { MemberSearchResult, VoucherSearchResult } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useSaleAction } from '../../features/front-desk/use-sale-action.ts';
import { can } from '../../session/user.ts';
import { redeemPath } from '../../features/member-search/result-path.ts';

/** The verbs for a guest who is named behind them, by the words of both languages. */
const VERB_WORDS = {
  sale: ['renew', 'sell', 'give', 'perpanjang', 'jual', 'beri', 'berikan'],
  redeem: ['redeem', 'tukar', 'tukarkan'],
  visit: ['visit', 'kunjungan', 'catat'],
} as const;
type Verb = keyof typeof VERB_WORDS;

/** `renew kumar`: the verb and the name; null if the text begins with no verb or names nobody yet. */
export function parseVerb(searchText: string): { readonly verb: Verb; readonly rest: string } | null {
  const [first = '', ...others] = searchText.trim().split(/\s+/);
  const verbs = Object.keys(VERB_WORDS) as Verb[]; // the keys of the words
  const verb = verbs.find((key) => VERB_WORDS[key].some((word) => word === first.toLowerCase()));
  return verb === undefined || others.length === 0 ? null : { verb, rest: others.join(' ') };
}

/** The act of a line of the palette after a verb. */
export interface GuestAction {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, number>>;
  /** Why it cannot be done now; null where it can. */
  readonly reason: string | null;
}

interface GuestVerbs {
  readonly onMember: (member: MemberSearchResult) => GuestAction | null;
  readonly onVoucher: (voucher: VoucherSearchResult) => GuestAction | null;
}

/** The meaning of the typed verb for the guests found; null for a user who may not. */
export function useGuestVerbs(verb: Verb | undefined): GuestVerbs {
  const { t } = useLingui();
  const saleOf = useSaleAction();
  return {
    onMember: ({ id, is_elsewhere, may }): GuestAction | null => {
      if (verb === 'sale') return saleOf(id, may.sale);
      if (verb === 'redeem') {
        const to = redeemPath(id);
        return to === null ? null : { label: t`Redeem`, to, search: {}, reason: may.redeem };
      }
      const canPostVisits = !is_elsewhere && can(permission('STORE', getResource('visit').permission));
      if (verb !== 'visit' || !canPostVisits) return null;
      return { label: t`Post a visit`, to: '/finance/visit/quick', search: { member_id: id }, reason: null };
    },
    onVoucher: ({ id, member, may }): GuestAction | null => {
      const to = verb === 'redeem' ? redeemPath(member.id, id) : null;
      return to === null ? null : { label: t`Redeem`, to, search: {}, reason: may.redeem };
    },
  };
}
