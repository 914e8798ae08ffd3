import { message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { validationError } from '../platform/http/api-error.ts';
import { type PasswordOwner, checkNewPassword, hashPassword } from '../platform/passwords/password.ts';
import { resumeCurrentSession } from './session.ts';

/** The value if it is a string, otherwise an empty string. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The errors of a new password and its confirmation, by field. */
export function validateNewPassword(
  values: Readonly<Record<string, unknown>>,
  owner: PasswordOwner,
): Record<string, string[]> {
  const password = toText(values.password);
  if (password === '') return { password: [message('required')] };
  const rejection = checkNewPassword(password, owner);
  if (rejection !== undefined) return { password: [rejection] };
  return password === values.password_confirmation ? {} : { password_confirmation: [message('confirmation')] };
}

/** Throws one 422 with every invalid field. */
export function assertNoErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

/**
 * Sets a user's password. The database also ends the user's sessions, except `retainedSessionId`, and deletes the reset
 * links.
 */
export async function setPassword(tx: Tx, userId: number, password: string, retainedSessionId?: number): Promise<void> {
  const hash = await hashPassword(password);
  await tx.updateTable('users').set({ password: hash }).where('id', '=', userId).execute();
  if (retainedSessionId !== undefined) await resumeCurrentSession(tx, retainedSessionId);
}
