import { useLingui } from '@lingui/react/macro';
import { PasswordInput } from '../../../ui/password-field.tsx';
import { StrengthMeter } from '../../../ui/strength-meter.tsx';
import { type FieldInputProps, textOf } from './field-input.ts';

/** A password to be set. The stored one cannot be read, so an edit begins empty and an empty one changes nothing. */
export function SecretInput({ name, value, onChange, onBlur, wiring, inputRef, isUpdate }: FieldInputProps<'secret'>) {
  const { t } = useLingui();
  const text = textOf(value);
  return (
    <>
      <PasswordInput
        {...wiring}
        ref={inputRef}
        name={name}
        autoComplete="new-password"
        placeholder={isUpdate ? t`Empty: stays as it is` : undefined}
        value={text}
        onValueChange={(next) => onChange(next === '' ? null : next)}
        onBlur={onBlur}
      />
      <StrengthMeter password={text} />
    </>
  );
}
