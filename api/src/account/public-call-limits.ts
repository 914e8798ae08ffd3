import type { Db } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import { callerSubject, assertNotThrottled, countFailure } from '../access/throttle.ts';
import { ApiError } from '../platform/http/api-error.ts';

/** Kinds of calls by anonymous callers, each counted per network. */
export const PUBLIC_CALL_KIND = {
  register: 'register-from',
  requestLink: 'reset-mail-from',
  resetPassword: 'reset-from',
  signIn: 'sign-in-from',
  mailPreferences: 'mail-preferences-from',
} as const;

/** Route options of a public call: while its network has to wait, it gets a 429 before the body is read. */
export const throttleOptions = (
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  kind: (typeof PUBLIC_CALL_KIND)[keyof typeof PUBLIC_CALL_KIND],
) => ({
  onRequest: ({ ip }: FastifyRequest): Promise<void> =>
    assertNotThrottled(db.kysely, [callerSubject(kind, ip)], clock()),
});

/** Runs a sign-in by another way than a password. A rejected one counts against its network. */
export async function countRejectedSignIn<T>(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  ip: string,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sign_in_rejected')
      await countFailure(db.kysely, [callerSubject(PUBLIC_CALL_KIND.signIn, ip)], clock());
    throw error;
  }
}
