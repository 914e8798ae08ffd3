import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { tryWrite } from '../data/mutations.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';

interface ResendButtonProps {
  /** The permission code that the button requires; it is hidden without it. */
  readonly requiredPermission: string;
  /** Sends the entry and resolves to the success message. Rejects after the rejection was shown. */
  readonly send: () => Promise<string>;
}

/** The button that resends a log entry. */
export function ResendButton({ requiredPermission, send }: ResendButtonProps) {
  const { t } = useLingui();
  const resend = useMutation({
    mutationFn: () => tryWrite(async () => showMessage({ message: await send(), variant: 'success' })),
  });
  if (!can(requiredPermission)) return null;
  return (
    <Button
      aria-label={t`Send again`}
      icon={<Send size={16} />}
      pending={resend.isPending}
      onClick={() => resend.mutate()}
    >
      <Trans>Send again</Trans>
    </Button>
  );
}
