import { type Field as FieldDefinition, errors, formatMessage } from '@innkeeper/contract';
import type { ReactNode } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useLabel, useLanguage } from '../../i18n/use-label.ts';
import { Field } from '../../ui/field.tsx';
import type { FormValues } from './form-values.ts';
import type { FieldInputProps } from './inputs/field-input.ts';
import { unreadableError } from './validate-form.ts';

interface FieldControlProps {
  readonly form: UseFormReturn<FormValues>;
  readonly name: string;
  readonly field: FieldDefinition;
  readonly required: boolean | undefined;
  readonly hint: ReactNode;
  /** Renders the input. */
  readonly children: (inputProps: FieldInputProps) => ReactNode;
}

/** A field with its label, hint and error. Only this component re-renders while the user types. */
export function FieldControl({ form, name, field, required, hint, children }: FieldControlProps) {
  const label = useLabel();
  const language = useLanguage();
  const { field: control, fieldState } = useController({ name, control: form.control });
  const value = control.value ?? null;
  const errorText = fieldState.error?.message ?? unreadableError(field, value);
  return (
    <Field
      label={label(field.label)}
      required={required}
      hint={hint}
      error={
        errorText === undefined
          ? undefined
          : errorText === 'too_large'
            ? errors.too_large[language]
            : formatMessage(errorText, language)
      }
    >
      {(controlProps) =>
        children({
          name,
          field,
          value,
          onChange: control.onChange,
          onBlur: control.onBlur,
          controlProps,
          inputRef: control.ref,
          knownChoice: null,
          isUpdate: false,
        })
      }
    </Field>
  );
}
