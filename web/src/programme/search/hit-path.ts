import { getResource, permission, recordPermissions } from '@innkeeper/contract';
import type { MemberFound, VoucherFound } from '@innkeeper/contract/calls';
import { can } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';

/** The page of all records found, with their actions. */
export const SEARCH_PAGE = '/company/search';

const mayOpen = (key: 'member' | 'member_voucher'): boolean => can(...recordPermissions(getResource(key).permission));

/** The page where vouchers of a member are redeemed; null for a user who may not. */
export const redeemPath = (memberId: number, voucherId?: number): string | null =>
  can(permission('STORE', getResource('voucher_redeem').permission))
    ? `/finance/voucher-redeem/wizard/${[memberId, voucherId].filter(Boolean).join('/')}`
    : null;

/** The path of a guest who was served here: to the record, or to the counter. */
export const guestPath = (id: number): string | null =>
  mayOpen('member') ? resourcePath('member', id) : redeemPath(id);

/** The path of a member found: to the record; to the counter, if it is another hotel's; null for a user who may do neither. */
export const memberPath = ({ id, is_elsewhere }: MemberFound): string | null =>
  is_elsewhere ? redeemPath(id) : guestPath(id);

/** The same for a voucher. */
export const voucherPath = ({ id, member, is_elsewhere }: VoucherFound): string | null =>
  mayOpen('member_voucher') && !is_elsewhere ? resourcePath('member_voucher', id) : redeemPath(member.id, id);
