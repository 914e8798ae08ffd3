import { resources } from '@innkeeper/contract';
import type { visitCalls } from '@innkeeper/contract/calls';
import { type Handlers, recordAnswer } from '../../engine/calls/register.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { moveVisit } from './move.ts';

/** A visit that was posted to the wrong member. */
export const visitHandlers = (services: FlowServices): Handlers<typeof visitCalls> => ({
  'POST /api/visit/{id}/move': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, d: resources.visit, timeZone };
    await moveVisit(write, services.outbox, id, { memberId: body.member_id, remark: body.remark }, version);
    return recordAnswer(write, id);
  },
});
