import { permission, resources } from '@innkeeper/contract';
import { GUEST_RIGHTS, VOUCHER_RIGHTS } from '@innkeeper/contract/calls';
import { type Actor, can } from '../../access/actor.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';

/** The words as names are compared, the rarest first; none where they cannot be a name. */
export interface Names {
  readonly words: readonly string[];
  /** Whether few have the first of them. */
  readonly isRare: boolean;
}

/** The question, and the actor who asks it. */
export interface Question {
  readonly behaviours: Behaviours;
  readonly actor: Actor;
  readonly words: readonly string[];
  readonly names: Names;
}

/** Found of each kind at most. */
export const MOST = 10;

export const REDEEM = permission('STORE', resources.voucher_redeem.permission);

/** Vouchers are redeemed at every hotel: a user who finds guests at one of them finds those of all by an exact number. */
export const findsEveryGuest = (actor: Actor): boolean => can(actor, ...GUEST_RIGHTS) && isSomewhere(actor);

/** The same for the vouchers themselves. */
export const findsEveryVoucher = (actor: Actor): boolean => can(actor, ...VOUCHER_RIGHTS) && isSomewhere(actor);

const isSomewhere = ({ accessLevel, hotels }: Actor): boolean => accessLevel !== null && hotels?.length !== 0;

/** A number as people write it, in groups or not. */
export const cardNumberOf = (words: readonly string[]): string => words.join('').replaceAll('-', '').toLowerCase();

/** The letters of a voucher number cannot be taken for digits. */
export const voucherNumberOf = (words: readonly string[]): string =>
  cardNumberOf(words).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
