import { resources } from '@innkeeper/contract';
import type { byHandCalls } from '@innkeeper/contract/calls';
import { type Handlers, JsonText, recordAnswer } from '../../engine/calls/register.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { readWritten } from '../../engine/resources/write.ts';
import { extendVoucher } from './extend.ts';
import { reissueVoucher } from './reissue.ts';
import { replaceCard } from './replace.ts';

/** Calls by which a counter changes a card or a voucher by hand. */
export const byHandHandlers = (services: FlowServices): Handlers<typeof byHandCalls> => ({
  'POST /api/member_card/{id}/replace': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, timeZone };
    const feeId = await replaceCard(write, id, body, version);
    const card = await readWritten({ ...write, d: resources.member_card }, id);
    const fee = feeId === null ? 'null' : await readWritten({ ...write, d: resources.transaction }, feeId);
    return new JsonText(`{"data":{"member_card":${card},"transaction":${fee}}}`);
  },

  'POST /api/member_voucher/{id}/reissue': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, timeZone, d: resources.member_voucher };
    await reissueVoucher(write, id, body.reason, version);
    return recordAnswer(write, id);
  },

  'POST /api/member_voucher/{id}/extend': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, timeZone, d: resources.member_voucher };
    await extendVoucher(write, id, { until: body.valid_until_date, remark: body.remark }, version);
    return recordAnswer(write, id);
  },
});
