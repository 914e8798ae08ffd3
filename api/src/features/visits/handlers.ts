import { resources } from '@innkeeper/contract';
import type { visitCalls } from '@innkeeper/contract/calls';
import { type Handlers, recordResponse } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { moveVisit } from './move-visit.ts';

/** Moves a visit that was posted to the wrong member. */
export const visitHandlers = (services: WorkflowServices): Handlers<typeof visitCalls> => ({
  'POST /api/visit/{id}/move': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, d: resources.visit, timeZone };
    await moveVisit(write, id, { memberId: body.member_id, remark: body.remark }, version);
    return recordResponse(write, id);
  },
});
