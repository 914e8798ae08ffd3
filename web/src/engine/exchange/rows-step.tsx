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
import { type ImportAsked, refusedRows } from './import-calls.ts';
import type { StepProps } from './step-props.ts';
import { type ImportHandle, isChecked } from './import-work.ts';
import { RefusedRows } from './refused-rows.tsx';
import { saveFile } from './save-file.ts';
import { StepFrame } from './step-frame.tsx';

/** The result that the import would have; mistakes are mended here. */
export function RowsStep({ handle, work }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { asked, check, problem } = work;
  if (!asked || !check) return null;
  const { definition: d } = handle;
  const written = check.created + check.updated;
  const count = formatNumber(written);
  const noun = label(written === 1 ? d.label : d.labels).toLocaleLowerCase();
  const isCurrent = isChecked(work);
  const isRefused = check.refused > 0;
  const refused = formatNumber(check.refused);
  const title = isRefused
    ? plural(check.refused, { one: `${refused} row is refused`, other: `${refused} rows are refused` })
    : written > 0
      ? t`Nothing is refused`
      : t`Nothing would change`;
  return (
    <StepFrame
      title={title}
      description={
        isRefused ? (
          <Trans>
            All rows are imported, or none. Mend the marked cells here and check again; or mend the file itself, or take
            the refused rows out of it, and choose it again.
          </Trans>
        ) : written > 0 ? (
          <Trans>Nothing is written yet. The whole import can be undone afterwards.</Trans>
        ) : (
          <Trans>Every row of this file says what stands in the list already.</Trans>
        )
      }
      problem={problem}
      actions={
        <>
          <Button className="mr-auto max-sm:hidden" onClick={() => handle.go('columns')}>
            <Trans>Back to the columns</Trans>
          </Button>
          {isRefused && (
            <Button
              variant={isCurrent ? 'secondary' : 'primary'}
              icon={<RefreshCw size={16} aria-hidden="true" />}
              disabled={isCurrent}
              onClick={() => void handle.check()}
            >
              <Trans>Check again</Trans>
            </Button>
          )}
          {(isRefused ? isCurrent : true) && (
            <Button variant="primary" disabled={isRefused || written === 0} onClick={() => void handle.run()}>
              {t`Import ${count} ${noun}`}
            </Button>
          )}
        </>
      }
    >
      <Counts check={check} />
      {isRefused && (
        <>
          <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-muted">
              {check.refused > check.errors.length ? (
                <FirstOfMany check={check} />
              ) : (
                <span className="max-md:hidden">
                  <Trans>Enter leads to the next cell.</Trans>
                </span>
              )}
            </p>
            <RefusedFile handle={handle} asked={asked} />
          </div>
          <RefusedRows handle={handle} check={check} corrections={asked.corrections} />
        </>
      )}
    </StepFrame>
  );
}

function FirstOfMany({ check }: { check: ImportCheck }) {
  const first = formatNumber(IMPORT_ERRORS_MAX);
  const all = formatNumber(check.refused);
  return (
    <Trans>
      The first {first} of {all} refused rows. The download has them all.
    </Trans>
  );
}

function Counts({ check }: { check: ImportCheck }) {
  const { t } = useLingui();
  const same = check.rows - check.created - check.updated - check.refused;
  const counts = [
    { label: t`New`, value: check.created, tone: 'text-success-text' },
    { label: t`Changed`, value: check.updated, tone: 'text-info-text' },
    { label: t`As they are`, value: same, tone: 'text-muted' },
    { label: t`Refused`, value: check.refused, tone: 'text-danger-text' },
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

/** The refused rows as they came, to be mended elsewhere. */
function RefusedFile({ handle, asked }: { handle: ImportHandle; asked: ImportAsked }) {
  const [isPending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    try {
      const content = await refusedRows(handle.definition, asked);
      saveFile(content, `${asked.file.name.replace(/\.[^.]+$/, '')}-refused.csv`);
    } catch (error) {
      // It has been shown.
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
      <Trans>Download the refused rows</Trans>
    </Button>
  );
}
