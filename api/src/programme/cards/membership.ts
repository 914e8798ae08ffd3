import type { Behaviour } from '../../engine/resources/behaviour.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { judgeDue } from './levels.ts';

/**
 * Memberships. Fewer visits that one asks for, and a rung that comes or goes, lift whoever has the visits by now: the database knows
 * whom it concerns (refresh_holders).
 */
export const membership = (outbox: Outbox): Behaviour => ({
  many: {
    before: async (_context, values) => values,
    after: async (context) => void (await judgeDue(context, outbox)),
  },
  afterCreate: async (context) => void (await judgeDue(context, outbox)),
  afterUpdate: async (context) => void (await judgeDue(context, outbox)),
  afterDelete: async (context) => void (await judgeDue(context, outbox)),
  afterRestore: async (context) => void (await judgeDue(context, outbox)),
});
