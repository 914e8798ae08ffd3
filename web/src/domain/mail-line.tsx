import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callQuery } from '../engine/data/call-query.ts';
import Send from 'lucide-react/icons/send';
import { sendRequest } from '../session/request.ts';
import { Button } from '../ui/button.tsx';
import { showMessage } from '../ui/message-store.ts';

interface MailLineProps {
  /** Resource of the user's action. */
  readonly resource: 'transaction' | 'voucher_redeem' | 'visit';
  /** A record of the action. Vouchers that were redeemed in one go have one mail. */
  readonly id: number;
}

/** Polling for the mail stops after this many requests. */
const MAX_ATTEMPTS = 6;
const POLL_INTERVAL_MS = 1000;

/**
 * The mail triggered by the user's last action, with a button to resend it if the guest asks. It has the height of two
 * lines before the mail exists, so that nothing below moves when it does.
 */
export function MailLine({ resource, id }: MailLineProps) {
  const { t } = useLingui();
  const { data } = useQuery({
    ...callQuery(`GET /api/${resource}/{id}/mail`, { path: { id } }),
    // The mail exists once the worker has created it, shortly after the action.
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= MAX_ATTEMPTS ? false : POLL_INTERVAL_MS),
    retry: false,
  });
  const recipient = data?.recipient ?? t`the guest`;
  const resend = useMutation({
    mutationFn: () =>
      sendRequest(
        `POST /api/${resource}/{id}/mail`,
        { path: { id }, body: {} },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: () => showMessage({ message: t`Email to ${recipient} is being sent again.`, variant: 'success' }),
  });
  return (
    <div className="flex min-h-[max(2lh,var(--control-small))] items-center gap-x-3 text-muted">
      {data?.delivery_status === 'skipped' && (
        <p>
          <Trans>No email is sent.</Trans>
        </p>
      )}
      {data && data.delivery_status !== 'skipped' && (
        <>
          <p className="line-clamp-2 min-w-0 break-words" title={recipient}>
            <Trans>Email is being sent to {recipient}.</Trans>
          </p>
          <Button
            size="small"
            variant="ghost"
            className="shrink-0"
            icon={<Send size={14} />}
            pending={resend.isPending}
            onClick={() => resend.mutate()}
          >
            <Trans>Send again</Trans>
          </Button>
        </>
      )}
    </div>
  );
}
