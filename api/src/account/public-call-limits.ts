import type { Db } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import { callerSubject, assertNotThrottled } from '../access/throttle.ts';

/** Calls made by strangers: the kinds by which they are counted per network. */
export const PUBLIC_CALL_KIND = {
  register: 'register-from',
  requestLink: 'reset-mail-from',
  resetPassword: 'reset-from',
} as const;

/** Options of a public call: a network that has to wait gets its 429 before any of the body is read. */
export const throttled = (
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  kind: (typeof PUBLIC_CALL_KIND)[keyof typeof PUBLIC_CALL_KIND],
) => ({
  onRequest: ({ ip }: FastifyRequest): Promise<void> =>
    assertNotThrottled(db.kysely, [callerSubject(kind, ip)], clock()),
});
