import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { openDialog } from './dialog-store.ts';
import { DialogFrame } from './dialog.tsx';

export interface ConfirmOptions {
  title: ReactNode;
  message?: ReactNode;
  /** The verb of the button: "Delete 3 members", not "OK". */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  danger?: boolean;
}

/** Asks the user to confirm an action. Resolves to false if the dialog is cancelled or dismissed. */
export async function confirm({ title, message, confirmLabel, cancelLabel, danger }: ConfirmOptions): Promise<boolean> {
  const isConfirmed = await openDialog<boolean>(
    (close) => (
      <DialogFrame
        title={title}
        footer={
          <>
            <Button data-first-focus onClick={() => close(false)}>
              {cancelLabel ?? <Trans>Cancel</Trans>}
            </Button>
            <Button variant={danger ? 'danger' : 'primary'} onClick={() => close(true)}>
              {confirmLabel}
            </Button>
          </>
        }
      >
        {message && <div className="text-muted">{message}</div>}
      </DialogFrame>
    ),
    { alert: true, width: '27rem' },
  );
  return isConfirmed === true;
}
