import { Trans, useLingui } from '@lingui/react/macro';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { ChoiceButton } from '../../ui/choice-button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import type { ImportField } from './import-columns.ts';

interface FixedValuesProps {
  /** The fields without a column. */
  fields: readonly ImportField[];
  /** Those of them that every new record needs. */
  requiredFields: readonly ImportField[];
  values: Readonly<Record<string, string>>;
  singular: string;
  canChange: boolean;
  onValueChange: (field: string, text: string) => void;
}

/** Values that are the same in every row: for required fields without a column, and for others that the user adds. */
export function FixedValues({ fields, requiredFields, values, singular, canChange, onValueChange }: FixedValuesProps) {
  const { t } = useLingui();
  const shownFields = fields.filter((field) => requiredFields.includes(field) || Object.hasOwn(values, field.name));
  const otherFields = fields.filter((field) => !shownFields.includes(field));
  const missingFields = requiredFields.filter(({ name }) => !values[name]);
  return (
    <>
      {missingFields.length > 0 && <MissingFields fields={missingFields} singular={singular} canChange={canChange} />}
      <fieldset className="mt-3">
        <legend className="text-sm text-muted">
          <Trans>The same value in every row</Trans>
        </legend>
        <div className="mt-1.5 grid items-end gap-x-4 gap-y-2 @2xl:grid-cols-2 @4xl:grid-cols-3">
          {shownFields.map(({ name, label }) => (
            <Field key={name} label={label}>
              {(controlProps) => (
                <TextInput
                  {...controlProps}
                  value={values[name] ?? ''}
                  onValueChange={(text) => onValueChange(name, text)}
                />
              )}
            </Field>
          ))}
          {otherFields.length > 0 && (
            <ChoiceButton
              label={t`Field with the same value in every row`}
              value=""
              className="text-muted!"
              onValueChange={(name) => onValueChange(name, '')}
              options={[
                { value: '', label: t`Add a field` },
                ...otherFields.map(({ name, label }) => ({ value: name, label })),
              ]}
            />
          )}
        </div>
      </fieldset>
    </>
  );
}

function MissingFields({ fields, singular, canChange }: Pick<FixedValuesProps, 'fields' | 'singular' | 'canChange'>) {
  const names = fields.map(({ label }) => label).join(', ');
  return (
    <p role="status" className="mt-4 flex items-start gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert size={17} className="mt-0.5 shrink-0" />
      <span className="min-w-0 flex-1">
        <Trans>
          Each new {singular} needs <strong>{names}</strong>, but no column is mapped to it.
        </Trans>{' '}
        {canChange && <Trans>Rows of existing records don’t need it.</Trans>}
      </span>
    </p>
  );
}
