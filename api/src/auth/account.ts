import { message, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { fail, invalid } from '../http/fail.ts';
import type { Body } from '../http/body.ts';
import { type WriteRequest, inTransaction } from '../resources/transaction.ts';
import { readValues } from '../resources/values.ts';
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
  });
  if (!(await isOwnPassword(db, actor.userId, current, now)))
    throw invalid({ current_password: [message('wrong_password')] });
  await inTransaction(db, write, ({ tx }) => setPassword(tx, actor.userId, textOf(values.password), actor.sessionId));
}

const PROFILE_FIELDS = new Set(['name', 'phone_no']);

/** Changes what users may change of themselves: their name and their telephone number. */
export async function changeProfile(
  db: Db,
  write: WriteRequest,
  body: Body,
): Promise<{ name: string; phone_no: string | null }> {
  const unknown = [...Object.keys(body.values), ...Object.keys(body.files)].filter((name) => !PROFILE_FIELDS.has(name));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((name) => [name, [message('unknown_field')]])));
  const { name, phone_no } = readValues(resources.users, body, 'update');
  return inTransaction(db, write, async ({ tx, actor }) => {
    if (name !== undefined || phone_no !== undefined) {
      await tx
        .updateTable('users')
        .set({
          ...(typeof name === 'string' && { name }),
          ...(phone_no !== undefined && { phone_no: typeof phone_no === 'string' ? phone_no : null }),
        })
        .where('id', '=', actor.userId)
        .execute();
    }
    // Not returned by the update: one that changes nothing writes no row.
    return tx.selectFrom('users').select(['name', 'phone_no']).where('id', '=', actor.userId).executeTakeFirstOrThrow();
  });
}
