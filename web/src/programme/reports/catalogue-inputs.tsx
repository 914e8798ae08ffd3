import { catalogueOf } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import { useLabel } from '../../i18n/use-label.ts';
import { nestedAt } from '../../engine/data/record.ts';
import type { OwnInputProps } from '../../engine/form/extensions.ts';
import { idOf, textOf } from '../../engine/form/inputs/field-input.ts';
import { useChosen } from '../../engine/form/inputs/use-chosen.ts';
import type { FieldOwner } from '../../engine/form/field-owner.ts';
import { SelectInput, type SelectOption } from '../../ui/select.tsx';

/** The key of the report that a form is about: the record itself, or the one that its column belongs to. Null until it is known. */
export function useReportKey({ definition, form, record }: FieldOwner): string | null {
  const isOwn = definition.key === 'report';
  const report = idOf(useWatch({ control: form.control, name: 'report_id' }) ?? null);
  const chosen = useChosen('report', isOwn ? null : report, record ? nestedAt(record, 'report') : null);
  const own = record?.['key'];
  return (isOwn ? (typeof own === 'string' ? own : null) : chosen?.code) ?? null;
}

/** The part of the catalogue that the chosen report may use. */
const useCatalogue = (form: FieldOwner) => catalogueOf(useReportKey(form));

/** The present value stays on offer, even if the catalogue no longer has it. */
const withPresent = (options: readonly SelectOption[], value: string): readonly SelectOption[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

/** A table of the catalogue. With another table the column is chosen anew. */
export function TableInput({ form, value, onChange, wiring, inputRef }: OwnInputProps) {
  const { t } = useLingui();
  const label = useLabel();
  const tables = useCatalogue(form);
  const choose = (next: string | null) => {
    onChange(next);
    const column = form.form.getValues('column_name');
    const isThere = tables.some(
      ({ table, columns }) => table === next && columns.some((known) => known.column === column),
    );
    if (!isThere) form.form.setValue('column_name', null);
  };
  return (
    <SelectInput
      {...wiring}
      ref={inputRef}
      value={textOf(value) || null}
      onValueChange={choose}
      options={withPresent(
        tables.map((known) => ({ value: known.table, label: label(known.label) })),
        textOf(value),
      )}
      placeholder={t`Choose…`}
    />
  );
}

/** A column of the chosen table. */
export function ColumnInput({ form, value, onChange, wiring, inputRef }: OwnInputProps) {
  const { t } = useLingui();
  const label = useLabel();
  const table = useWatch({ control: form.form.control, name: 'table_name' });
  const columns = useCatalogue(form).find((known) => known.table === table)?.columns ?? [];
  return (
    <SelectInput
      {...wiring}
      ref={inputRef}
      value={textOf(value) || null}
      onValueChange={onChange}
      options={withPresent(
        columns.map((known) => ({ value: known.column, label: label(known.label) })),
        textOf(value),
      )}
      disabled={columns.length === 0}
      placeholder={columns.length === 0 ? t`Choose a table first` : t`Choose…`}
    />
  );
}
