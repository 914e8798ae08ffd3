import type { Actor } from './actor.ts';

/** The actor of the audit log for a guest who used a signed link: users have positive ids, integrations negative ones. */
export const GUEST_ACTOR_ID = 0;

/**
 * A guest who used a signed link. The call decides by the link which record it changes; no permission opens another call.
 * See docs/decisions/0105-log-what-guests-change-under-actor-0.md.
 */
export const guestActor: Actor = {
  userId: GUEST_ACTOR_ID,
  name: 'Guest',
  sessionId: 0,
  tokenHash: Buffer.alloc(0),
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  role: 'guest',
  roles: new Set(),
  accessLevel: 'group',
  hotels: null,
  regions: [],
  stamp: 'guest',
};
