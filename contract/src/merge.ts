import { type Field, isNullable } from './field.ts';
import { isStored, isWritable } from './resource.ts';
import { resources } from './resources.ts';

/** Two members that are one person: what merging them takes and answers. */

/** Days within which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

/** What a member has and hands over, in the order in which it is told. */
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

/** Whose value the kept member has from now on. */
export type MergeSide = 'kept' | 'absorbed';
