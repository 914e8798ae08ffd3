import { type ResourceDefinition, resources } from '@innkeeper/contract';
import type { CallDefinition } from '@innkeeper/contract/calls';
import { JsonText, type WriteCall } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { createRecord } from '../../engine/resources/write.ts';

/** Implementations for creating manual cards and vouchers after an approval; they match the regular calls. */
export const createManualRecordHandlers = (services: WorkflowServices) => ({
  'POST /api/member_card': createHandler(services, resources.member_card),
  'POST /api/member_voucher': createHandler(services, resources.member_voucher),
});

const createHandler =
  (services: WorkflowServices, d: ResourceDefinition) =>
  async ({ context, timeZone, rawBody }: WriteCall<CallDefinition>): Promise<JsonText> => {
    const { data } = await createRecord({ context, services, d, timeZone }, rawBody);
    return new JsonText(`{"data":${data}}`);
  };
