import { resources } from '@innkeeper/contract';
import type { standingCalls } from '@innkeeper/contract/calls';
import { type Handlers, recordAnswer } from '../../engine/calls/register.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { readCountryChange, readMembershipChange, readOptionChange } from './level-change.ts';
import { setLevel } from './level-by-hand.ts';
import { readStanding } from './standing.ts';

const d = resources.member;

/** A member's standing, and the level that staff set. */
export const standingHandlers = (services: FlowServices): Handlers<typeof standingCalls> => ({
  'GET /api/member/{id}/standing': async ({ actor, path: { id }, query, language }) => ({
    data: await readStanding(services, actor, id, { hotelId: query.hotel_id, language }),
  }),

  'POST /api/member/{id}/membership': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, d, timeZone };
    const level = { membershipId: body.membership_id, remark: body.remark };
    await setLevel(write, services.outbox, id, level, version);
    return recordAnswer(write, id);
  },

  'GET /api/membership/{id}/level_change': async ({ actor, path: { id }, query }) => ({
    data: await readMembershipChange(services, actor, id, query.min_visit_to_upgrade ?? 0),
  }),

  'GET /api/option_detail/{id}/level_change': async ({ actor, path: { id }, query }) => ({
    data: await readOptionChange(services, actor, id, query.value),
  }),

  'GET /api/country/{id}/level_change': async ({ actor, path: { id }, query }) => ({
    data: await readCountryChange(services, actor, id, query.visit_minimum),
  }),
});
