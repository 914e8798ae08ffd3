import type { ImportColumn } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { formatNumber } from '../../format/number.ts';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { currentUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import {
  type ImportField,
  doubleTargets,
  importChoices,
  repeatedHeadings,
  targetsOf,
  unfedFields,
} from './import-columns.ts';
import type { StepProps } from './step-props.ts';
import { isChecked } from './import-work.ts';
import { StepFrame } from './step-frame.tsx';

/** The step that gives each column of the file its field. */
export function ColumnsStep({ handle, work }: StepProps) {
  const label = useLabel();
  const language = useLanguage();
  const { asked, check, problem } = work;
  if (!asked || !check) return null;
  const { columns } = check;
  const choices = importChoices(handle.definition, language);
  const targets = targetsOf(columns, asked.mapping);
  const repeated = repeatedHeadings(columns);
  const doubles = doubleTargets(targets);
  const unfed = unfedFields(choices, targets, currentUser()?.hotels?.length === 1);
  const name = asked.file.name;
  const count = formatNumber(check.rows);
  const one = label(handle.definition.label).toLocaleLowerCase();
  const used = targets.filter((field) => field !== null).length;
  return (
    <StepFrame
      title={<Trans>Where do the columns go?</Trans>}
      description={plural(check.rows, {
        one: `${name} has ${count} row. Columns that are left out are not read.`,
        other: `${name} has ${count} rows. Columns that are left out are not read.`,
      })}
      problem={problem}
      actions={
        <>
          <Button className="max-sm:hidden" onClick={() => handle.go('file')}>
            <Trans>Choose another file</Trans>
          </Button>
          <Button variant="primary" disabled={doubles.size > 0 || used === 0} onClick={() => void handle.check()}>
            {isChecked(work) ? <Trans>Show what would happen</Trans> : <Trans>Check the rows</Trans>}
          </Button>
        </>
      }
    >
      {unfed.length > 0 && <Unfed fields={unfed} one={one} mayChange={targets.includes('id')} />}
      <ul className="mt-4 divide-y divide-border border-y border-border">
        {columns.map((column, i) => (
          <Line
            // Headings may stand there twice; their places do not change.
            key={i}
            column={column}
            target={targets[i] ?? null}
            choices={choices}
            isRepeated={repeated.has(column.header)}
            isDouble={doubles.has(targets[i] ?? '')}
            onTarget={(field) => handle.map(column.header, field)}
          />
        ))}
      </ul>
    </StepFrame>
  );
}

interface LineProps {
  column: ImportColumn;
  target: string | null;
  choices: readonly ImportField[];
  isRepeated: boolean;
  isDouble: boolean;
  onTarget: (field: string | null) => void;
}

function Line({ column: { header, sample }, target, choices, isRepeated, isDouble, onTarget }: LineProps) {
  const { t } = useLingui();
  const doubleId = useId();
  const heading = header || t`(no heading)`;
  return (
    <li className="grid items-start gap-x-4 gap-y-1 py-3 @4xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_1.25rem_minmax(0,19rem)]">
      {/* The file's own words: a browser that translates the page leaves them alone. */}
      <p translate="no" className={classNames('font-medium break-words @4xl:pt-2', target === null && 'text-muted')}>
        {heading}
      </p>
      <p className="truncate text-sm text-muted @4xl:pt-2.5" title={sample.join(' · ')}>
        {sample.length > 0 ? sample.join(' · ') : <Trans>Nothing in this column</Trans>}
      </p>
      <ArrowRight size={16} aria-hidden="true" className="mt-2.5 text-faint @max-4xl:hidden" />
      <div className="min-w-0">
        <ChoiceButton
          label={t`“${heading}” goes to`}
          className={classNames(target === null && 'text-muted!', isDouble && 'border-danger!')}
          aria-describedby={isDouble ? doubleId : undefined}
          value={target ?? ''}
          disabled={isRepeated}
          onValueChange={(field) => onTarget(field || null)}
          options={[
            { value: '', label: t`Leave out` },
            ...choices.map(({ name, label, isRequired }) => ({
              value: name,
              label: isRequired ? `${label} *` : label,
            })),
          ]}
        />
        {isRepeated ? (
          <p className="mt-1 text-xs text-muted">
            <Trans>Another column has the same heading. Rename one of them in the file to choose.</Trans>
          </p>
        ) : (
          isDouble && (
            <FieldError id={doubleId}>
              <Trans>Another column goes here too.</Trans>
            </FieldError>
          )
        )}
      </div>
    </li>
  );
}

function Unfed({ fields, one, mayChange }: { fields: readonly ImportField[]; one: string; mayChange: boolean }) {
  const names = fields.map(({ label }) => label).join(', ');
  return (
    <p role="status" className="mt-4 flex items-start gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 flex-1">
        <Trans>
          Every new {one} needs <strong>{names}</strong>, and no column goes there.
        </Trans>{' '}
        {mayChange && <Trans>Rows with an ID do without.</Trans>}
      </span>
    </p>
  );
}
