import { Trans } from '@lingui/react/macro';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ErrorStateProps {
  /** The message of the server. */
  message: ReactNode;
  onRetry?: () => void;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-1 px-6 py-14 text-center">
      <span
        aria-hidden="true"
        className="mb-3 flex size-11 items-center justify-center rounded-full bg-danger-soft text-danger-text"
      >
        <TriangleAlert size={20} />
      </span>
      <p className="text-lg font-medium">
        <Trans>Couldn’t load this.</Trans>
      </p>
      <p className="max-w-md text-muted">{message}</p>
      {onRetry && (
        <div className="mt-4">
          <Button icon={<RotateCw size={16} />} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
