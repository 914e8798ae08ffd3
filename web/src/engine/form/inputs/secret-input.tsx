import { useLingui } from '@lingui/react/macro';
import { PasswordInput } from '../../../ui/password-field.tsx';
import { StrengthMeter } from '../../../ui/strength-meter.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/** A password to set. The stored one cannot be read, so an edit starts empty, and leaving it empty changes nothing. */
export function SecretInput({
  name,
  value,
  onChange,
  onBlur,
  controlProps,
  inputRef,
  isUpdate,
}: FieldInputProps<'secret'>) {
  const { t } = useLingui();
  const text = textOf(value);
  return (
    <>
      <PasswordInput
        {...controlProps}
        ref={inputRef}
        name={name}
        autoComplete="new-password"
        placeholder={isUpdate ? t`Leave blank to keep` : undefined}
        value={text}
        onValueChange={(next) => onChange(next === '' ? null : next)}
        onBlur={onBlur}
      />
      <StrengthMeter password={text} />
    </>
  );
}
