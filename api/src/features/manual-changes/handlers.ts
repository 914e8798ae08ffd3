import { MAX_VOUCHER_GIFTS, message, resources, voucherGiftBody } from '@innkeeper/contract';
import type { manualChangeCalls } from '@innkeeper/contract/calls';
import { selectMembers } from '../../domain/selected-members.ts';
import { type Handlers, JsonText, recordResponse } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { readWrittenRecord } from '../../engine/resources/write.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { extendVoucher } from './extend-voucher.ts';
import { giveVoucher } from './give-voucher.ts';
import { reissueVoucher } from './reissue-voucher.ts';
import { replaceCard } from './replace-card.ts';
import { undoReplacement } from './undo-replacement.ts';

/** Calls for manual changes of a card or a voucher at the front desk. */
export const manualChangeHandlers = (services: WorkflowServices): Handlers<typeof manualChangeCalls> => ({
  'POST /api/member_card/{id}/replace': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, timeZone };
    const feeId = await replaceCard(write, id, body, version);
    const card = await readWrittenRecord({ ...write, d: resources.member_card }, id);
    const fee = feeId === null ? 'null' : await readWrittenRecord({ ...write, d: resources.transaction }, feeId);
    return new JsonText(`{"data":{"member_card":${card},"transaction":${fee}}}`);
  },

  'POST /api/member_card/{id}/replace/undo': async ({ context, timeZone, language, path: { id } }) => {
    const write = { context, services, timeZone };
    await undoReplacement(write, id, language);
    return recordResponse({ ...write, d: resources.member_card }, id);
  },

  'POST /api/member/voucher_gift': async (input) => {
    const { context, timeZone, language, body } = input;
    const { voucher_id, valid_until_date, remark, dry_run } = body;
    if (remark === null && !dry_run) throw validationError({ remark: [message('required')] });
    const members = await selectMembers(services, input, {
      ownFields: Object.keys(voucherGiftBody.fields),
      max: MAX_VOUCHER_GIFTS,
    });
    const gift = { voucherId: voucher_id, until: valid_until_date, remark };
    return { data: await giveVoucher({ context, services, timeZone }, members, gift, language) };
  },

  'POST /api/member_voucher/{id}/reissue': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, timeZone, d: resources.member_voucher };
    await reissueVoucher(write, id, body.reason, version);
    return recordResponse(write, id);
  },

  'POST /api/member_voucher/{id}/extend': async ({ context, timeZone, path: { id }, body, version }) => {
    const write = { context, services, timeZone, d: resources.member_voucher };
    await extendVoucher(write, id, { until: body.valid_until_date, remark: body.remark }, version);
    return recordResponse(write, id);
  },
});
