import { resources } from '@innkeeper/contract';
import type { standingCalls } from '@innkeeper/contract/calls';
import { type Handlers, recordResponse } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { readCountryChange, readMembershipChange, readOptionChange } from './tier-change-preview.ts';
import { setTier, undoTier } from './set-tier.ts';
import { readStanding } from './member-status.ts';
import { readTermEndFacts } from './term-end-facts.ts';

const d = resources.member;

/** The status of a member, the tier set by staff, and the review at the end of a term. */
export const memberStatusHandlers = (services: WorkflowServices): Handlers<typeof standingCalls> => ({
  'GET /api/member/{id}/standing': async ({ actor, path: { id }, query, language }) => ({
    data: await readStanding(services, actor, id, { hotelId: query.hotel_id, language }),
  }),

  'POST /api/member/{id}/membership': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, d, timeZone };
    const tierInput = { membershipId: body.membership_id, remark: body.remark };
    await setTier(write, services.outbox, id, tierInput, version);
    return recordResponse(write, id);
  },

  'POST /api/member/{id}/membership/undo': async ({ context, timeZone, language, path: { id } }) => {
    const write = { context, services, d, timeZone };
    await undoTier(write, id, language);
    return recordResponse(write, id);
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

  'GET /api/term_end/{id}/facts': async ({ actor, path: { id } }) => ({
    data: await readTermEndFacts(services, actor, id),
  }),
});
