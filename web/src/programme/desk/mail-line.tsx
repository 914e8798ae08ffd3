import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';

interface MailLineProps {
  /** The user's act. */
  readonly act: 'transaction' | 'voucher_redeem' | 'visit';
  readonly id: number;
}

/** How often the mail is asked for, and how many milliseconds apart. */
const LOOKS = 6;
const PAUSE = 1000;

/** The mail that the user's last act ordered, and a button to send it once more to a guest who asks for it. */
export function MailLine({ act, id }: MailLineProps) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: [...queryKeys.of('mail_log'), 'of', act, id],
    queryFn: async ({ signal }) => (await ask(`GET /api/${act}/{id}/mail`, { path: { id } }, { signal })).data,
    // It is there as soon as the worker has written it, shortly after.
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= LOOKS ? false : PAUSE),
    retry: false,
  });
  const recipient = data?.recipient ?? t`the guest`;
  const again = useMutation({
    mutationFn: () =>
      ask(
        `POST /api/${act}/{id}/mail`,
        { path: { id }, body: {} },
        { headers: { 'Idempotency-Key': crypto.randomUUID() } },
      ),
    onSuccess: () => showMessage({ message: t`The mail to ${recipient} is on its way again.`, variant: 'success' }),
  });
  if (!data) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span className="min-w-0 break-words">
        <Trans>A mail is on its way to {recipient}.</Trans>
      </span>
      <Button
        size="small"
        variant="ghost"
        icon={<Send size={14} aria-hidden="true" />}
        pending={again.isPending}
        onClick={() => again.mutate()}
      >
        <Trans>Send again</Trans>
      </Button>
    </p>
  );
}
