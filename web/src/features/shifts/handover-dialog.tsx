import { handoverBody } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { openCallDialog } from '../../engine/form/call-dialog.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { RecipientInput } from './recipient-input.tsx';
import { type ShiftQuery, shiftParams } from './shift-calls.ts';

/** Dialog that sends a shift to a colleague by mail. */
export const openHandoverDialog = (query: ShiftQuery): Promise<boolean> =>
  openCallDialog({
    call: 'POST /api/shift/mail',
    fixed: { ...shiftParams(query), user: query.isMine ? 'me' : null },
    width: '30rem',
    title: t`Send handover`,
    description: t`Your colleague gets this shift by email, with the records they may view.`,
    submitLabel: <Trans>Send</Trans>,
    fields: handoverBody,
    inputs: { user_id: (field) => <RecipientInput hotelId={query.hotelId} field={field} /> },
    onSent: ({ data: { recipient } }) => {
      const { name } = recipient;
      showMessage({ message: t`The handover is being sent to ${name}.`, variant: 'success' });
    },
  });
