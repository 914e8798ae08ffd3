import { DATE_ORDERS, type DateOrder, type ImportColumn, type ImportDateOrder, matchFields } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { formatDate } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { currentUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import {
  type ImportField,
  duplicateTargets,
  importChoices,
  importLabel,
  repeatedHeadings,
  mapColumns,
  requiredFields,
  unmappedFields,
} from './import-columns.ts';
import { FixedValues } from './fixed-values.tsx';
import type { StepProps } from './step-props.ts';
import { isCheckCurrent } from './import-state.ts';
import { SourceChoices } from './source-choices.tsx';
import { StepFrame } from './step-frame.tsx';

/** The step that maps each column of the file to a field. */
export function ColumnsStep({ handle, state }: StepProps) {
  const { t } = useLingui();
  const label = useLabel();
  const language = useLanguage();
  const { importRequest, check, problem } = state;
  if (!importRequest || !check) return null;
  const { columns } = check;
  const choices = importChoices(handle.definition, language);
  const targets = mapColumns(columns, importRequest.mapping);
  const repeatedColumns = repeatedHeadings(columns);
  const duplicates = duplicateTargets(targets);
  const unmapped = unmappedFields(handle.definition, choices, targets);
  const name = importRequest.file.name;
  const count = formatNumber(check.rows);
  const singular = label(handle.definition.label).toLocaleLowerCase();
  const matchOptions = matchFields(handle.definition)
    .filter((field) => field === 'id' || targets.includes(field))
    .map((field) => ({
      value: field,
      label:
        field === 'id' && !targets.includes('id')
          ? t`No field: every row is new`
          : importLabel(handle.definition, field, language),
    }));
  const mappedCount = targets.filter((field) => field !== null).length;
  /** The order to select, if the column is still mapped to the field that was checked. */
  const datesOf = ({ field, dates }: ImportColumn, index: number) => (targets[index] === field ? dates : undefined);
  const isUnordered = columns.some(
    (column, index) => datesOf(column, index) && importRequest.dateOrders[column.header] === undefined,
  );
  return (
    <StepFrame
      title={<Trans>Map columns</Trans>}
      description={plural(check.rows, {
        one: `${name} has ${count} row. Skipped columns are not imported.`,
        other: `${name} has ${count} rows. Skipped columns are not imported.`,
      })}
      problem={problem}
      actions={
        <>
          <Button className="max-sm:hidden" onClick={() => handle.goToStep('file')}>
            <Trans>Choose another file</Trans>
          </Button>
          <Button
            variant="primary"
            disabled={duplicates.size > 0 || mappedCount === 0 || isUnordered}
            onClick={() => void handle.check()}
          >
            {isCheckCurrent(state) ? <Trans>Preview changes</Trans> : <Trans>Check rows</Trans>}
          </Button>
        </>
      }
    >
      <SourceChoices handle={handle} source={check.source} />
      {unmapped.length > 0 && (
        <FixedValues
          fields={unmapped}
          requiredFields={requiredFields(unmapped, currentUser()?.hotels?.length === 1)}
          values={importRequest.fixedValues}
          singular={singular}
          canChange={importRequest.match !== 'id' || targets.includes('id')}
          onValueChange={handle.setFixedValue}
        />
      )}
      {matchOptions.length > 1 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span aria-hidden="true" className="font-medium">
            <Trans>Update existing records by</Trans>
          </span>
          <div className="w-64 max-w-full">
            <ChoiceButton
              label={t`Update existing records by`}
              value={importRequest.match}
              onValueChange={handle.matchBy}
              options={matchOptions}
            />
          </div>
        </div>
      )}
      <ul className="mt-4 divide-y divide-border border-y border-border">
        {columns.map((column, index) => (
          <ColumnLine
            // Headings may repeat, so the position is the key; it does not change.
            key={index}
            column={column}
            target={targets[index] ?? null}
            choices={choices}
            isRepeated={repeatedColumns.has(column.header)}
            isDuplicate={duplicates.has(targets[index] ?? '')}
            onTargetChange={(field) => {
              if (targets[index] === importRequest.match) handle.matchBy('id');
              handle.map(column.header, field);
            }}
            dates={datesOf(column, index)}
            dateOrder={importRequest.dateOrders[column.header]}
            onDateOrderChange={(order) => handle.orderDates(column.header, order)}
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
  isDuplicate: boolean;
  onTargetChange: (field: string | null) => void;
  dates: ImportDateOrder | undefined;
  dateOrder: DateOrder | undefined;
  onDateOrderChange: (order: DateOrder) => void;
}

function ColumnLine({
  column: { header, sample },
  target,
  choices,
  isRepeated,
  isDuplicate,
  onTargetChange,
  dates,
  dateOrder,
  onDateOrderChange,
}: LineProps) {
  const { t } = useLingui();
  const duplicateId = useId();
  const heading = header || t`(no heading)`;
  return (
    <li className="grid items-start gap-x-4 gap-y-1 py-3 @4xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_1.25rem_minmax(0,19rem)]">
      {/* The heading as in the file: browser translation must not change it. */}
      <p translate="no" className={classNames('font-medium break-words @4xl:pt-2', target === null && 'text-muted')}>
        {heading}
      </p>
      <p className="truncate text-sm text-muted @4xl:pt-2.5" title={sample.join(' · ')}>
        {sample.length > 0 ? sample.join(' · ') : <Trans>This column is empty</Trans>}
      </p>
      <ArrowRight size={16} className="mt-2.5 text-faint @max-4xl:hidden" />
      <div className="min-w-0">
        <ChoiceButton
          label={t`Map “${heading}” to`}
          className={classNames(target === null && 'text-muted!', isDuplicate && 'border-danger!')}
          aria-describedby={isDuplicate ? duplicateId : undefined}
          value={target ?? ''}
          disabled={isRepeated}
          onValueChange={(field) => onTargetChange(field || null)}
          options={[
            { value: '', label: t`Skip` },
            ...choices.map(({ name, label, isRequired }) => ({
              value: name,
              label: isRequired ? `${label} *` : label,
            })),
          ]}
        />
        {isRepeated ? (
          <p className="mt-1 text-xs text-muted">
            <Trans>Another column has the same heading. Rename one of them in the file.</Trans>
          </p>
        ) : (
          isDuplicate && (
            <FieldError id={duplicateId}>
              <Trans>Another column is mapped to this field too.</Trans>
            </FieldError>
          )
        )}
        {dates && <DateOrderChoice dates={dates} order={dateOrder} onOrderChange={onDateOrderChange} />}
      </div>
    </li>
  );
}

interface DateOrderChoiceProps {
  dates: ImportDateOrder;
  order: DateOrder | undefined;
  onOrderChange: (order: DateOrder) => void;
}

/** Asks which part of a day in digits is the day. Both readings are shown, the one of most countries first. */
function DateOrderChoice({ dates: { text, readings }, order, onOrderChange }: DateOrderChoiceProps) {
  const { t } = useLingui();
  const names = { 'day-month': t`Day first`, 'month-day': t`Month first` };
  return (
    <div className="mt-2 text-sm">
      <p className={order === undefined ? 'text-warning-text' : 'text-muted'}>
        <Trans>What date is {text}?</Trans>
      </p>
      <Segmented<DateOrder | ''>
        label={t`Order of day and month`}
        value={order ?? ''}
        onValueChange={(next) => next !== '' && onOrderChange(next)}
        options={DATE_ORDERS.map((value) => ({
          value,
          label: [names[value], formatDate(readings[value])].filter(Boolean).join(': '),
        }))}
      />
    </div>
  );
}
