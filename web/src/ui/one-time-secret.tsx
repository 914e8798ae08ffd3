import { Trans } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { confirm } from './confirm.tsx';
import { copyText } from './copy-text.ts';
import { openDialog } from './dialog-store.ts';
import { DialogFrame } from './dialog.tsx';

export interface OneTimeSecret {
  readonly title: string;
  readonly value: string;
  /** The purpose of the secret, and what it allows. */
  readonly explanation: ReactNode;
  /** The warning shown when the user closes it without confirming that it is stored. */
  readonly confirmation: ReactNode;
  /** Label of the button that returns from the warning to the secret. */
  readonly back: ReactNode;
}

/** Shows a new token or secret, which cannot be shown again. */
export async function showSecretOnce(secret: OneTimeSecret): Promise<void> {
  await openDialog((close) => <SecretFrame {...secret} onDone={() => close()} />, {
    width: '34rem',
    canClose: () =>
      confirm({
        title: secret.confirmation,
        message: <Trans>You won’t see it again.</Trans>,
        confirmLabel: <Trans>Close</Trans>,
        cancelLabel: secret.back,
      }),
  });
}

function SecretFrame({ title, value, explanation, onDone }: OneTimeSecret & { onDone: () => void }) {
  return (
    <DialogFrame
      title={title}
      footer={
        <Button variant="primary" onClick={onDone}>
          <Trans>I’ve saved it</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">{explanation}</p>
        <p
          aria-label={title}
          role="group"
          className="rounded-md bg-sunken px-4 py-3 font-mono text-base break-all select-all"
        >
          {value}
        </p>
        <Button autoFocus className="self-start" icon={<Copy size={16} />} onClick={() => void copyText(value)}>
          <Trans>Copy</Trans>
        </Button>
      </div>
    </DialogFrame>
  );
}
