import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog.tsx';
import { useFocusOnMount } from './focus-on-mount.ts';

interface ResultDialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The result of what an open dialog did, in its place. It takes the focus, because the focused element is gone. */
export function ResultDialog({ title, children, onClose }: ResultDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(closeButton);
  return (
    <DialogFrame
      title={title}
      footer={
        <Button ref={closeButton} variant="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {children}
    </DialogFrame>
  );
}
