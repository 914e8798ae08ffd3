import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { refreshResources } from '../data/mutations.ts';
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
  const client = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  if (!can(requiredPermission)) return null;

  const resend = async () => {
    setIsSending(true);
    try {
      showMessage({ message: await send(), variant: 'success' });
    } catch {
      // The rejection has already been shown.
    } finally {
      setIsSending(false);
      await refreshResources(client);
    }
  };

  return (
    <Button
      aria-label={t`Send again`}
      icon={<Send size={16} aria-hidden="true" />}
      pending={isSending}
      onClick={() => void resend()}
    >
      <Trans>Send again</Trans>
    </Button>
  );
}
