import { Trans } from '@lingui/react/macro';
import { isApiError } from '../../session/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

interface ListFailedProps {
  error: Error;
  onRetry: () => void;
  /** Clears search and filters, which may have caused the rejection; undefined if there are none. */
  onClear: (() => void) | undefined;
}

/** The list could not be loaded: shows the error and what to do next. */
export function ListFailed({ error, onRetry, onClear }: ListFailedProps) {
  const messages = isApiError(error) ? Object.values(error.errors).flat() : [];
  return (
    <div>
      <ErrorState message={messages.length > 0 ? messages.join(' ') : error.message} onRetry={onRetry} />
      {onClear && (
        <div className="-mt-11 mb-8 flex justify-center">
          <Button variant="ghost" onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shown above previously loaded records when reloading them failed. */
export function RefreshErrorStrip({ error, onRetry }: Pick<ListFailedProps, 'error' | 'onRetry'>) {
  return (
    <div role="alert" className="flex items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-text">
      <span className="flex-1">{error.message}</span>
      <Button size="small" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
