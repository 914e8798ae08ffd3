import { permission, resources } from '@innkeeper/contract';
import { GUEST_SEARCH_PERMISSIONS, VOUCHER_SEARCH_PERMISSIONS } from '@innkeeper/contract/calls';
import { type Actor, can } from '../../access/actor.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';

/** The words normalized as names, rarest first; empty if they cannot be a name. */
export interface SearchNames {
  readonly searchTerms: readonly string[];
  /** Whether few members have the first word. */
  readonly isRare: boolean;
}

/** The query, and the actor who sent it. */
export interface SearchQuery {
  readonly hooksByResource: HooksByResource;
  readonly actor: Actor;
  readonly searchTerms: readonly string[];
  readonly names: SearchNames;
}

/** Maximum number of matches of each kind. */
export const MAX_RESULTS = 10;

export const REDEEM_PERMISSION = permission('STORE', resources.voucher_redeem.permission);

/**
 * Vouchers are redeemed at every hotel, so a user who may find guests at one hotel finds guests of all hotels by an
 * exact number.
 */
export const canFindAnyGuest = (actor: Actor): boolean => can(actor, ...GUEST_SEARCH_PERMISSIONS) && hasAnyHotel(actor);

/** The same for the vouchers themselves. */
export const canFindAnyVoucher = (actor: Actor): boolean =>
  can(actor, ...VOUCHER_SEARCH_PERMISSIONS) && hasAnyHotel(actor);

const hasAnyHotel = ({ accessLevel, hotels }: Actor): boolean => accessLevel !== null && hotels?.length !== 0;

/** A number as people write it, grouped or not. */
export const normalizeCardNumber = (searchTerms: readonly string[]): string =>
  searchTerms.join('').replaceAll('-', '').toLowerCase();

/** Voucher numbers contain no O, I or L, so these are read as digits. */
export const normalizeVoucherNumber = (searchTerms: readonly string[]): string =>
  normalizeCardNumber(searchTerms).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
