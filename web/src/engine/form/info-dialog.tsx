import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface InfoDialogProps {
  readonly title: ReactNode;
  /** The query of the content: until it succeeds, the dialog shows a placeholder or its error. */
  readonly query?: Pick<UseQueryResult, 'isSuccess' | 'error' | 'refetch'>;
  readonly children: ReactNode;
  /** Buttons after Close or Cancel. */
  readonly actions?: ReactNode;
  /** True if the dialog asks for something, which its first button cancels. */
  readonly isQuestion?: boolean;
  readonly onClose: () => void;
}

/** Content of a dialog that only shows something, mostly what a query returns. */
export function InfoDialog({ title, query, children, actions, isQuestion, onClose }: InfoDialogProps) {
  const isLoaded = query?.isSuccess ?? true;
  return (
    <DialogFrame
      title={title}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            {isQuestion || !isLoaded ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
          </Button>
          {actions}
        </>
      }
    >
      {isLoaded ? (
        children
      ) : query?.error ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <div className="flex flex-col gap-2 py-1">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
          <span className="sr-only">
            <Trans>Loading...</Trans>
          </span>
        </div>
      )}
    </DialogFrame>
  );
}
