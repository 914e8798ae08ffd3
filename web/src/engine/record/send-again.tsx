import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { refreshResources } from '../data/mutations.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';

interface SendAgainProps {
  /** The permission required; without it there is no button. */
  readonly right: string;
  /**
   * Sends the entry and resolves with the success message. A rejection has shown its own message before it is thrown.
   */
  readonly send: () => Promise<string>;
}

/** The button that resends a log entry. */
export function SendAgain({ right, send }: SendAgainProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  if (!can(right)) return null;

  const start = async () => {
    setSending(true);
    try {
      showMessage({ message: await send(), variant: 'success' });
    } catch {
      // The rejection has already been shown.
    } finally {
      setSending(false);
      await refreshResources(client);
    }
  };

  return (
    <Button
      aria-label={t`Send again`}
      icon={<Send size={16} aria-hidden="true" />}
      pending={isSending}
      onClick={() => void start()}
    >
      <Trans>Send again</Trans>
    </Button>
  );
}
