import { message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { apiError, validationError } from '../platform/http/api-error.ts';
import { type WriteRequest, runInTransaction } from '../engine/resources/transaction.ts';
import { validateNewPassword, assertNoErrors, setPassword, toText } from './change-password.ts';
import { verifyOwnPassword } from './credentials.ts';

/**
 * Changes the signed-in user's password and ends their other sessions. Throws a 422 with every invalid field, a 429
 * after too many wrong current passwords.
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
  if (!owner) throw apiError('unauthenticated');
  const currentPassword = toText(values.current_password);
  assertNoErrors({
    ...(currentPassword === '' && { current_password: [message('required')] }),
    ...validateNewPassword(values, owner),
    ...(currentPassword !== '' && currentPassword === values.password && { password: [message('same_password')] }),
  });
  await requireOwnPassword(db, actor.userId, currentPassword, now);
  await runInTransaction(db, write, ({ tx }) =>
    setPassword(tx, actor.userId, toText(values.password), actor.sessionId),
  );
}

/** Checks the password of a signed-in user again: a 422 if it is wrong, a 429 after too many failures. */
export async function requireOwnPassword(db: Db, userId: number, input: unknown, now: Date): Promise<void> {
  const password = toText(input);
  if (password === '') throw validationError({ current_password: [message('required')] });
  if (!(await verifyOwnPassword(db, userId, password, now)))
    throw validationError({ current_password: [message('wrong_password')] });
}
