import { message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { invalid } from '../platform/http/fail.ts';
import { type PasswordOwner, checkNewPassword, hashPassword } from '../platform/passwords/password.ts';
import { keepSession } from './session.ts';

/** A text of a body; anything else is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The errors of a password that was typed twice, by field. */
export function newPasswordErrors(
  values: Readonly<Record<string, unknown>>,
  owner: PasswordOwner,
): Record<string, string[]> {
  const password = textOf(values.password);
  if (password === '') return { password: [message('required')] };
  const refusal = checkNewPassword(password, owner);
  if (refusal !== undefined) return { password: [refusal] };
  return password === values.password_confirmation ? {} : { password_confirmation: [message('confirmation')] };
}

/** Throws one 422 with every wrong field. */
export function refuseErrors(errors: Readonly<Record<string, readonly string[]>>): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Gives a user another password. The database ends the user's sessions and forgets the reset links with it; `sessionToKeep`
 * names the one that stays.
 */
export async function setPassword(tx: Tx, userId: number, password: string, sessionToKeep?: number): Promise<void> {
  const hash = await hashPassword(password);
  if (sessionToKeep !== undefined) await keepSession(tx, sessionToKeep);
  await tx.updateTable('users').set({ password: hash }).where('id', '=', userId).execute();
}
