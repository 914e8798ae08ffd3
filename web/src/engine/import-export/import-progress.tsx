import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ImportHandle, ImportState } from './import-state.ts';

interface ImportProgressProps {
  handle: ImportHandle;
  state: ImportState;
  activeTask: NonNullable<ImportState['activeTask']>;
}

/**
 * Replaces the step while the server reads, checks or writes. A write cannot be cancelled, because it is a single
 * transaction; it can be undone.
 */
export function ImportProgress({
  handle,
  state: { importRequest, check },
  activeTask: { task, startedAt },
}: ImportProgressProps) {
  const { t } = useLingui();
  const seconds = useSeconds(startedAt);
  const rows = check ? formatNumber(check.rows) : '';
  const name = importRequest?.file.name ?? '';
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      <span className="mb-3 text-accent-text">
        <Spinner size={28} />
      </span>
      <h2 data-step-heading tabIndex={-1} className="text-lg font-medium outline-none">
        {task === 'import' ? t`Importing ${rows} rows…` : rows ? t`Checking ${rows} rows…` : t`Reading ${name}…`}
      </h2>
      <p className="max-w-md text-muted">
        {task === 'import' ? (
          <Trans>All rows are imported, or none. You can leave this page.</Trans>
        ) : (
          <Trans>Nothing is imported yet. You can leave this page.</Trans>
        )}
      </p>
      {/* Hidden from screen readers, which would otherwise read every second aloud. */}
      <p aria-hidden="true" className="mt-1 text-sm text-faint tabular">
        {seconds > 1 && t`${seconds} s`}
      </p>
      {task === 'check' && (
        <Button className="mt-3" onClick={handle.cancel}>
          <Trans>Cancel</Trans>
        </Button>
      )}
    </div>
  );
}

function useSeconds(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - startedAt) / 1000));
}
