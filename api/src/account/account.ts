import { message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { fail, invalid } from '../platform/http/fail.ts';
import { type WriteRequest, inTransaction } from '../engine/resources/transaction.ts';
import { newPasswordErrors, refuseErrors, setPassword, textOf } from './change-password.ts';
import { isOwnPassword } from './credentials.ts';

/**
 * Gives the signed-in user another password and ends all other sessions of that user. Throws a 422 with every wrong field, a
 * 429 after too many wrong current passwords.
 */
export async function changeOwnPassword(
  db: Db,
  write: WriteRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { actor, now } = write;
  const owner = await db.kysely
    .selectFrom('users')
    .select(['name', 'username', 'email'])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (!owner) throw fail('unauthenticated');
  const current = textOf(values.current_password);
  refuseErrors({
    ...(current === '' && { current_password: [message('required')] }),
    ...newPasswordErrors(values, owner),
    ...(current !== '' && current === values.password && { password: [message('same_password')] }),
  });
  await requireOwnPassword(db, actor.userId, current, now);
  await inTransaction(db, write, ({ tx }) => setPassword(tx, actor.userId, textOf(values.password), actor.sessionId));
}

/** Asks users who are signed in for their password again: a 422 for a wrong one, a 429 after too many. */
export async function requireOwnPassword(db: Db, userId: number, given: unknown, now: Date): Promise<void> {
  const password = textOf(given);
  if (password === '') throw invalid({ current_password: [message('required')] });
  if (!(await isOwnPassword(db, userId, password, now)))
    throw invalid({ current_password: [message('wrong_password')] });
}
