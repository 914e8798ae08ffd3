import type { integrationSaleCalls } from '@innkeeper/contract/calls';
import { getIntegration } from '../../access/actor.ts';
import { type Handlers, JsonText } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { withDefaults } from '../../platform/http/body.ts';
import { readSaleOffers } from './handlers.ts';
import { parseSale } from './sale-input.ts';
import { sell } from './sell.ts';

/** Memberships sold by a hotel's own system or a website, under the rules of the console. */
export const integrationSaleHandlers = (services: WorkflowServices): Handlers<typeof integrationSaleCalls> => ({
  'GET /integration/v1/memberships': async (offersQuery) => ({
    data: await readSaleOffers(
      services,
      offersQuery,
      offersQuery.query.hotel_id ?? getIntegration(offersQuery.actor).hotel.id,
    ),
  }),
  'POST /integration/v1/sales': async ({ context, timeZone, rawBody }) => {
    const saleBody = withDefaults(rawBody, { hotel_id: getIntegration(context.actor).hotel.id });
    const saleRequest = parseSale(saleBody, { isFree: false, now: context.now, timeZone });
    return new JsonText(`{"data":${await sell(context, services, timeZone, saleRequest)}}`);
  },
});
