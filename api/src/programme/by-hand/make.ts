import { type ResourceDefinition, resources } from '@innkeeper/contract';
import type { CallDefinition } from '@innkeeper/contract/calls';
import { JsonText, type Written } from '../../engine/calls/register.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { createRecord } from '../../engine/resources/write.ts';

/** Cards and vouchers that are made manually, as an approval has them made: as their own calls make them. */
export const manualWorks = (services: FlowServices) => ({
  'POST /api/member_card': make(services, resources.member_card),
  'POST /api/member_voucher': make(services, resources.member_voucher),
});

const make =
  (services: FlowServices, d: ResourceDefinition) =>
  async ({ context, timeZone, sent }: Written<CallDefinition>): Promise<JsonText> => {
    const { data } = await createRecord({ context, services, d, timeZone }, sent);
    return new JsonText(`{"data":${data}}`);
  };
