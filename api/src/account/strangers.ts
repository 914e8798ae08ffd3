import type { Db } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import { callersOf, refuseEarly } from '../access/throttle.ts';

/** The calls that strangers make: the kinds under which those of a network are counted. */
export const STRANGERS_CALL = {
  askForAccess: 'register-from',
  askForLink: 'reset-mail-from',
  resetPassword: 'reset-from',
} as const;

/** Options of a stranger's call: a network that has to wait gets its 429 before a byte of the body is read. */
export const heldBack = (
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  kind: (typeof STRANGERS_CALL)[keyof typeof STRANGERS_CALL],
) => ({
  onRequest: ({ ip }: FastifyRequest): Promise<void> => refuseEarly(db.kysely, [callersOf(kind, ip)], clock()),
});
