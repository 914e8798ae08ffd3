import { getResource, permission, recordPermissions } from '@innkeeper/contract';
import type { MemberSearchResult, VoucherSearchResult } from '@innkeeper/contract/calls';
import { can } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';

/** The page of all search results, with their actions. */
export const SEARCH_PAGE = '/company/search';

const canOpen = (key: 'member' | 'member_voucher'): boolean => can(...recordPermissions(getResource(key).permission));

/** The page where a member's vouchers are redeemed; null if the user may not redeem. */
export const redeemPath = (memberId: number, voucherId?: number): string | null =>
  can(permission('STORE', getResource('voucher_redeem').permission))
    ? `/finance/voucher-redeem/wizard/${[memberId, voucherId].filter(Boolean).join('/')}`
    : null;

/** The path of a guest who was served here: the record, or the front desk page. */
export const guestPath = (id: number): string | null =>
  canOpen('member') ? resourcePath('member', id) : redeemPath(id);

/**
 * The path of a member found: the record, or the front desk page for a member of another hotel; null if the user may
 * open neither.
 */
export const memberPath = ({ id, is_elsewhere }: MemberSearchResult): string | null =>
  is_elsewhere ? redeemPath(id) : guestPath(id);

/** The path of a voucher found, by the same rules. */
export const voucherPath = ({ id, member, is_elsewhere }: VoucherSearchResult): string | null =>
  canOpen('member_voucher') && !is_elsewhere ? resourcePath('member_voucher', id) : redeemPath(member.id, id);
