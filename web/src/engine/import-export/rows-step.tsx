import { type ImportCheck, MAX_IMPORT_ERRORS } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChangedRows } from './changed-rows.tsx';
import { DownloadCheckFile } from './download-check-file.tsx';
import type { StepProps } from './step-props.ts';
import { isCheckCurrent } from './import-state.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { StepFrame } from './step-frame.tsx';

/** Shows the effect of the import before it runs, and lets the user correct errors. */
export function RowsStep({ handle, state }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { importRequest, check, problem } = state;
  if (!importRequest || !check) return null;
  const { definition } = handle;
  const importableCount = check.created + check.updated;
  const count = formatNumber(importableCount);
  const noun = label(importableCount === 1 ? definition.label : definition.labels).toLocaleLowerCase();
  const isCurrent = isCheckCurrent(state);
  const hasRejected = check.rejected > 0;
  const rejectedText = formatNumber(check.rejected);
  const title = hasRejected
    ? plural(check.rejected, { one: `${rejectedText} row rejected`, other: `${rejectedText} rows rejected` })
    : importableCount > 0
      ? t`No rejected rows`
      : t`No changes`;
  return (
    <StepFrame
      title={title}
      description={
        hasRejected ? (
          <Trans>
            Fix the marked cells here, or fix the file and upload it again. You can also import only the good rows: the
            others are saved as a file with the reasons.
          </Trans>
        ) : importableCount > 0 ? (
          <Trans>Nothing is imported yet. You can undo the whole import later.</Trans>
        ) : (
          <Trans>Nothing to import: the file matches the list.</Trans>
        )
      }
      problem={problem}
      actions={
        <>
          <Button className="mr-auto max-sm:hidden" onClick={() => handle.goToStep('columns')}>
            <Trans>Back to columns</Trans>
          </Button>
          {hasRejected && (
            <Button
              variant={isCurrent ? 'secondary' : 'primary'}
              icon={<RefreshCw size={16} />}
              disabled={isCurrent}
              onClick={() => void handle.check()}
            >
              <Trans>Check again</Trans>
            </Button>
          )}
          {hasRejected ? (
            isCurrent &&
            importableCount > 0 && (
              <Button onClick={() => void handle.run(true)}>
                {plural(importableCount, {
                  one: `Import only the ${count} good row`,
                  other: `Import only the ${count} good rows`,
                })}
              </Button>
            )
          ) : (
            <Button variant="primary" disabled={importableCount === 0} onClick={() => void handle.run()}>
              {t`Import ${count} ${noun}`}
            </Button>
          )}
        </>
      }
    >
      <RowCounts check={check} />
      {hasRejected && (
        <>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-muted">
              {check.rejected > check.errors.length ? (
                <ShownRowsNote check={check} />
              ) : (
                <span className="max-md:hidden">
                  <Trans>Press Enter for the next cell.</Trans>
                </span>
              )}
            </p>
            <DownloadCheckFile definition={definition} importRequest={importRequest} content="errors" />
          </div>
          <RejectedRows handle={handle} check={check} corrections={importRequest.corrections} />
        </>
      )}
      {check.changes.length > 0 && <ChangedRows definition={definition} importRequest={importRequest} check={check} />}
    </StepFrame>
  );
}

function ShownRowsNote({ check }: { check: ImportCheck }) {
  const shownCount = formatNumber(MAX_IMPORT_ERRORS);
  const rejectedCount = formatNumber(check.rejected);
  return (
    <Trans>
      First {shownCount} of {rejectedCount} rejected rows. Download the file to see all.
    </Trans>
  );
}

function RowCounts({ check }: { check: ImportCheck }) {
  const { t } = useLingui();
  const unchangedCount = check.rows - check.created - check.updated - check.rejected;
  const tiles = [
    { label: t`New`, value: check.created, tone: 'text-success-text' },
    { label: t`Changed`, value: check.updated, tone: 'text-info-text' },
    { label: t`Unchanged`, value: unchangedCount, tone: 'text-muted' },
    { label: t`Rejected`, value: check.rejected, tone: 'text-danger-text' },
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-border bg-border @xl:grid-cols-4">
      {tiles.map(({ label, value, tone }) => (
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
