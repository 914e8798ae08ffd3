import { reversalBody } from '@innkeeper/contract';
import type { Cancellation } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { openCallDialog } from '../../engine/form/call-dialog.tsx';
import { longMonth } from '../../format/month.ts';
import { showMessage } from '../../ui/message-store.ts';
import { openBlockedDialog, Consequences } from './cancellation-dialog.tsx';

interface ReversibleSale {
  readonly id: number;
  readonly name: string;
  readonly cancellation: Cancellation;
}

/** Dialog that reverses a transaction of a closed month: shows the effect and requires a reason. */
export async function openReversalDialog({ id, name, cancellation }: ReversibleSale): Promise<void> {
  if (cancellation.redeemed.length > 0) return openBlockedDialog(t`${name} cannot be reversed`, cancellation);
  const month = longMonth(cancellation.closed_month ?? '');
  await openCallDialog({
    call: 'POST /api/transaction/{id}/reversal',
    path: { id },
    alert: true,
    width: '29rem',
    title: t`Reverse ${name}?`,
    submitLabel: <Trans>Reverse</Trans>,
    isDanger: true,
    fields: reversalBody,
    children: (
      <>
        <p>
          <Trans>
            {month} is closed. A reversing entry will be posted today and linked to this one. This cannot be undone.
          </Trans>
        </p>
        {cancellation.cards.length + cancellation.vouchers > 0 && <Consequences cancellation={cancellation} isFinal />}
      </>
    ),
    onSent: ({ data }) => {
      const number = data.transaction_no;
      showMessage({ message: t`${name} reversed: ${number}.`, variant: 'success' });
    },
  });
}
