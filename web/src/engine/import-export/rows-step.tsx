import { type ImportCheck, IMPORT_ERRORS_MAX } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type ImportRequest, rejectedRows } from './import-calls.ts';
import type { StepProps } from './step-props.ts';
import { type ImportHandle, isCheckCurrent } from './import-state.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { saveFile } from './save-file.ts';
import { StepFrame } from './step-frame.tsx';

/** Shows what the import would do; errors are corrected here. */
export function RowsStep({ handle, work }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { importRequest, check, problem } = work;
  if (!importRequest || !check) return null;
  const { definition: d } = handle;
  const written = check.created + check.updated;
  const count = formatNumber(written);
  const noun = label(written === 1 ? d.label : d.labels).toLocaleLowerCase();
  const isCurrent = isCheckCurrent(work);
  const hasRejected = check.rejected > 0;
  const rejected = formatNumber(check.rejected);
  const title = hasRejected
    ? plural(check.rejected, { one: `${rejected} row rejected`, other: `${rejected} rows rejected` })
    : written > 0
      ? t`No rejected rows`
      : t`No changes`;
  return (
    <StepFrame
      title={title}
      description={
        hasRejected ? (
          <Trans>All rows are imported, or none. Fix the marked cells here, or fix the file and upload it again.</Trans>
        ) : written > 0 ? (
          <Trans>Nothing is imported yet. You can undo the whole import later.</Trans>
        ) : (
          <Trans>Nothing to import: the file matches the list.</Trans>
        )
      }
      problem={problem}
      actions={
        <>
          <Button className="mr-auto max-sm:hidden" onClick={() => handle.go('columns')}>
            <Trans>Back to columns</Trans>
          </Button>
          {hasRejected && (
            <Button
              variant={isCurrent ? 'secondary' : 'primary'}
              icon={<RefreshCw size={16} aria-hidden="true" />}
              disabled={isCurrent}
              onClick={() => void handle.check()}
            >
              <Trans>Check again</Trans>
            </Button>
          )}
          {(hasRejected ? isCurrent : true) && (
            <Button variant="primary" disabled={hasRejected || written === 0} onClick={() => void handle.run()}>
              {t`Import ${count} ${noun}`}
            </Button>
          )}
        </>
      }
    >
      <Counts check={check} />
      {hasRejected && (
        <>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-muted">
              {check.rejected > check.errors.length ? (
                <FirstOfMany check={check} />
              ) : (
                <span className="max-md:hidden">
                  <Trans>Press Enter for the next cell.</Trans>
                </span>
              )}
            </p>
            <RejectedFile handle={handle} importRequest={importRequest} />
          </div>
          <RejectedRows handle={handle} check={check} corrections={importRequest.corrections} />
        </>
      )}
    </StepFrame>
  );
}

function FirstOfMany({ check }: { check: ImportCheck }) {
  const first = formatNumber(IMPORT_ERRORS_MAX);
  const all = formatNumber(check.rejected);
  return (
    <Trans>
      First {first} of {all} rejected rows. Download the file to see all.
    </Trans>
  );
}

function Counts({ check }: { check: ImportCheck }) {
  const { t } = useLingui();
  const same = check.rows - check.created - check.updated - check.rejected;
  const counts = [
    { label: t`New`, value: check.created, tone: 'text-success-text' },
    { label: t`Changed`, value: check.updated, tone: 'text-info-text' },
    { label: t`Unchanged`, value: same, tone: 'text-muted' },
    { label: t`Rejected`, value: check.rejected, tone: 'text-danger-text' },
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-border bg-border @xl:grid-cols-4">
      {counts.map(({ label, value, tone }) => (
        <div key={label} className="flex flex-col bg-surface px-3.5 py-2.5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={classNames('text-xl font-semibold tabular', value > 0 ? tone : 'text-faint')}>
            {formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Downloads the rejected rows as in the file, to be corrected elsewhere. */
function RejectedFile({ handle, importRequest }: { handle: ImportHandle; importRequest: ImportRequest }) {
  const [isPending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    try {
      const content = await rejectedRows(handle.definition, importRequest);
      saveFile(content, `${importRequest.file.name.replace(/\.[^.]+$/, '')}-rejected.csv`);
    } catch (error) {
      // The error has already been shown.
      if (!isApiError(error)) throw error;
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      size="small"
      pending={isPending}
      icon={<Download size={15} aria-hidden="true" />}
      onClick={() => void download()}
    >
      <Trans>Download rejected rows</Trans>
    </Button>
  );
}
