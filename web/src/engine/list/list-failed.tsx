import { Trans } from '@lingui/react/macro';
import { isApiError } from '../../session/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

interface ListFailedProps {
  error: Error;
  onRetry: () => void;
  /** Takes back search and filters, which may be what the server refuses; undefined where there are none. */
  onClear: (() => void) | undefined;
}

/** The list could not be loaded: why, and the ways on. */
export function ListFailed({ error, onRetry, onClear }: ListFailedProps) {
  const refused = isApiError(error) ? Object.values(error.errors).flat() : [];
  return (
    <div>
      <ErrorState message={refused.length > 0 ? refused.join(' ') : error.message} onRetry={onRetry} />
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
