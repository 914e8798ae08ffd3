import { type Field, isNullable } from './field.ts';
import { isStored, isWritable } from './resource.ts';
import { resources } from './resources.ts';

/** Requests and answers of merging two members who are one person. */

/** Days within which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

/** The resources of which a member hands records over, in the order in which they are told. */
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

/** Not chosen: the level follows from the cards, a password is nobody's to read, and whether an email was verified goes with the email. */
const UNCHOSEN: ReadonlySet<string> = new Set(['membership_id', 'password', 'email_verified_at']);

/** The fields for which a merge chooses between the two members. */
export const mergeFields: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries(resources.member.fields).filter(([name, f]) => isWritable(f) && isStored(f) && !UNCHOSEN.has(name)),
);

/** Whether a field's value may be given up for an empty one. */
export const mayBeEmpty = (name: string): boolean => {
  const f = mergeFields[name];
  return f !== undefined && isNullable(f);
};

/** The member whose value the kept one has from now on. */
export type MergeSide = 'kept' | 'absorbed';
