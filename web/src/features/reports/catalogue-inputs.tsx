import { catalogueOf } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { useLabel } from '../../i18n/use-label.ts';
import { nestedAt } from '../../engine/data/record.ts';
import type { CustomInputProps } from '../../engine/form/extensions.ts';
import { idOf, textOf } from '../../engine/form/inputs/field-input.ts';
import { useSelectedChoice } from '../../engine/form/inputs/use-selected-choice.ts';
import type { FieldOwner } from '../../engine/form/field-owner.ts';
import { SelectInput, type SelectOption } from '../../ui/select.tsx';

/** Key of the report that a form edits: the record itself, or the report of its column. Null until it is known. */
export function useReportKey({ definition, form, record }: FieldOwner): string | null {
  const isReportForm = definition.key === 'report';
  const reportId = idOf(useWatch({ control: form.control, name: 'report_id' }) ?? null);
  const selectedReport = useSelectedChoice(
    'report',
    isReportForm ? null : reportId,
    record ? nestedAt(record, 'report') : null,
  );
  const ownKey = record?.['key'];
  return (isReportForm ? (typeof ownKey === 'string' ? ownKey : null) : selectedReport?.code) ?? null;
}

/** The part of the catalogue that the selected report may use. */
const useCatalogue = (form: FieldOwner) => catalogueOf(useReportKey(form));

/** Keeps the current value as an option even if the catalogue no longer contains it. */
const includeCurrent = (options: readonly SelectOption[], value: string): readonly SelectOption[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

/** Selects a table of the catalogue. Changing the table clears the column. */
export function TableInput({ form, value, onChange, controlProps, inputRef }: CustomInputProps) {
  const { t } = useLingui();
  const label = useLabel();
  const tables = useCatalogue(form);
  const chooseTable = (nextTable: string | null) => {
    onChange(nextTable);
    const column = form.form.getValues('column_name');
    const hasColumn = tables.some(
      ({ table, columns }) => table === nextTable && columns.some((item) => item.column === column),
    );
    if (!hasColumn) form.form.setValue('column_name', null);
  };
  return (
    <SelectInput
      {...controlProps}
      ref={inputRef}
      value={textOf(value) || null}
      onValueChange={chooseTable}
      options={includeCurrent(
        tables.map((item) => ({ value: item.table, label: label(item.label) })),
        textOf(value),
      )}
      placeholder={t`Choose…`}
    />
  );
}

/** Selects a column of the selected table. */
export function ColumnInput({ form, value, onChange, controlProps, inputRef }: CustomInputProps) {
  const { t } = useLingui();
  const label = useLabel();
  const table = useWatch({ control: form.form.control, name: 'table_name' });
  const columns = useCatalogue(form).find((item) => item.table === table)?.columns ?? [];
  return (
    <SelectInput
      {...controlProps}
      ref={inputRef}
      value={textOf(value) || null}
      onValueChange={onChange}
      options={includeCurrent(
        columns.map((item) => ({ value: item.column, label: label(item.label) })),
        textOf(value),
      )}
      disabled={columns.length === 0}
      placeholder={columns.length === 0 ? t`Select a table first` : t`Choose…`}
    />
  );
}
