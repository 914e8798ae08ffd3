import { Trans } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';

export interface ShownOnce {
  readonly title: string;
  readonly value: string;
  /** Its purpose, and the power that it gives its holder. */
  readonly explanation: ReactNode;
  /** The question to a user who closes it without having said that it is kept. */
  readonly question: ReactNode;
  /** Leads back to it from that question. */
  readonly back: ReactNode;
}

/** Shows a token or secret that was just made, this once. */
export async function showOnce(shown: ShownOnce): Promise<void> {
  await openDialog((close) => <OnceFrame {...shown} onDone={() => close()} />, {
    width: '34rem',
    mayClose: () =>
      confirm({
        title: shown.question,
        message: <Trans>It is not shown again.</Trans>,
        confirmLabel: <Trans>Close</Trans>,
        cancelLabel: shown.back,
      }),
  });
}

function OnceFrame({ title, value, explanation, onDone }: ShownOnce & { onDone: () => void }) {
  return (
    <DialogFrame
      title={title}
      footer={
        <Button variant="primary" onClick={onDone}>
          <Trans>I have kept it</Trans>
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
        <Button
          autoFocus
          className="self-start"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyText(value)}
        >
          <Trans>Copy</Trans>
        </Button>
      </div>
    </DialogFrame>
  );
}
