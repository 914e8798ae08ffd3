import { useLingui } from '@lingui/react/macro';
import { DateInput } from '../../../ui/date-field.tsx';
import { DateTimeInput } from '../../../ui/date-time-field.tsx';
import { isAutoFilled } from '../empty-dates.ts';
import { type FieldInputProps, textOf } from './field-input.ts';

export function DateFieldInput({
  name,
  field,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: FieldInputProps<'date'>) {
  const { t } = useLingui();
  return (
    <DateInput
      {...controlProps}
      ref={inputRef}
      name={name}
      value={textOf(value) || null}
      onValueChange={onChange}
      onBlur={onBlur}
      placeholder={isAutoFilled(field) ? t`Defaults to today` : undefined}
    />
  );
}

export function InstantInput({
  name,
  value,
  hotelZone,
  onChange,
  onBlur,
  controlProps,
  inputRef,
}: FieldInputProps<'instant'>) {
  return (
    <DateTimeInput
      {...controlProps}
      ref={inputRef}
      name={name}
      value={textOf(value) || null}
      hotelZone={hotelZone}
      onValueChange={onChange}
      onBlur={onBlur}
    />
  );
}
