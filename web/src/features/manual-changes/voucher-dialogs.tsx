import { extensionBody, message, permission, reissueBody, resources } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { openCallDialog } from '../../engine/form/call-dialog.tsx';
import { textOf } from '../../engine/form/inputs/field-input.ts';
import { formatDate } from '../../format/date.ts';
import { can } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { requestApproval } from '../../domain/request-approval.ts';

const { member, member_voucher } = resources;

/** A voucher's name and its last day of validity. */
interface ExtendableVoucher {
  readonly id: number;
  readonly voucher_no: string;
  readonly valid_until_date: string;
}

export const canExtendVoucher = (): boolean => can(permission('UPDATE', member_voucher.permission));
export const canReissueVoucher = (): boolean => canExtendVoucher() || can(permission('UPDATE', member.permission));

/** Prompts for the new last day and the reason, then extends the voucher. */
export function openExtendDialog({ id, voucher_no, valid_until_date }: ExtendableVoucher): Promise<boolean> {
  const currentLastDay = formatDate(valid_until_date);
  return openCallDialog({
    call: 'POST /api/member_voucher/{id}/extend',
    path: { id },
    width: '30rem',
    title: t`Extend voucher ${voucher_no}`,
    description: t`Valid until ${currentLastDay}. A voucher can be extended once, a few days beyond its card at most.`,
    submitLabel: <Trans>Extend voucher</Trans>,
    fields: extensionBody,
    check: ({ valid_until_date: lastDay }) =>
      typeof lastDay === 'string' &&
      lastDay <= valid_until_date && { valid_until_date: message('after', currentLastDay) },
    requestApproval,
    onSent: (_, { valid_until_date: lastDay = null }) => {
      const newLastDay = formatDate(textOf(lastDay));
      showMessage({ message: t`${voucher_no} is now valid until ${newLastDay}.`, variant: 'success' });
    },
  });
}

/** Prompts for a reason, reissues the voucher and shows its new number. */
export const openReissueDialog = ({ id, voucher_no }: ExtendableVoucher): Promise<boolean> =>
  openCallDialog({
    call: 'POST /api/member_voucher/{id}/reissue',
    path: { id },
    width: '30rem',
    title: t`New number for voucher ${voucher_no}`,
    description: t`Only the number changes. The old number stops working.`,
    submitLabel: <Trans>Issue new number</Trans>,
    fields: reissueBody,
    onSent: ({ data }) => {
      const newNumber = data.voucher_no;
      showMessage({ message: t`Voucher number replaced. New number: ${newNumber}`, variant: 'success' });
    },
  });
