import type { Db } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import { callerSubject, assertNotThrottled } from '../access/throttle.ts';

/** Kinds of calls by anonymous callers, each counted per network. */
export const PUBLIC_CALL_KIND = {
  register: 'register-from',
  requestLink: 'reset-mail-from',
  resetPassword: 'reset-from',
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
