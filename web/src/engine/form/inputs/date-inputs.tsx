import { useLingui } from '@lingui/react/macro';
import { DateInput } from '../../../ui/date-field.tsx';
import { DateTimeInput } from '../../../ui/date-time-field.tsx';
import { isInvented } from '../empty-dates.ts';
import { type FieldInputProps, textOf } from './field-input.ts';

export function DateFieldInput({ name, field, value, onChange, onBlur, wiring, inputRef }: FieldInputProps<'date'>) {
  const { t } = useLingui();
  return (
    <DateInput
      {...wiring}
      ref={inputRef}
      name={name}
      value={textOf(value) || null}
      onValueChange={onChange}
      onBlur={onBlur}
      placeholder={isInvented(field) ? t`Today when left empty` : undefined}
    />
  );
}

export function InstantInput({ name, value, onChange, onBlur, wiring, inputRef }: FieldInputProps<'instant'>) {
  return (
    <DateTimeInput
      {...wiring}
      ref={inputRef}
      name={name}
      value={textOf(value) || null}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}
