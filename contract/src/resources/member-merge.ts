import { type Field, isNullable } from '../fields/kinds.ts';
import { isStored, isWritable } from '../fields/definition.ts';
import { resources } from './by-key.ts';

/** Requests and responses for merging the records of two members who are the same person. */

/** Days within which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

/** The resources whose records a merge moves to the remaining member, in display order. */
export const MERGED_RESOURCES = [
  'member_card',
  'member_voucher',
  'voucher_redeem',
  'transaction',
  'visit',
  'mail_log',
  'member_call',
] as const;
export type MergedResource = (typeof MERGED_RESOURCES)[number];

/**
 * These fields cannot be chosen: the tier follows from the cards, nobody can read a password, and email verification
 * belongs to the email.
 */
const NOT_SELECTABLE: ReadonlySet<string> = new Set(['membership_id', 'password', 'email_verified_at']);

/** The fields for which a merge chooses between the two members. */
export const mergeFields: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries(resources.member.fields).filter(
    ([name, f]) => isWritable(f) && isStored(f) && !NOT_SELECTABLE.has(name),
  ),
);

/** Whether a merge may replace the field's value with an empty one. */
export const canBeEmpty = (name: string): boolean => {
  const f = mergeFields[name];
  return f !== undefined && isNullable(f);
};

/** The member whose value the remaining member keeps. */
export type MergeSide = 'retained' | 'absorbed';
