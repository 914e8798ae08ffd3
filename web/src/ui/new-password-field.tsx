import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

/** A field for a new password. Shows the requirements below it or, once something is typed, the strength. */
export function NewPasswordField({ value, ...rest }: Omit<PasswordFieldProps, 'value'> & { value: string }) {
  const { t } = useLingui();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <PasswordField
        autoComplete="new-password"
        hint={value === '' ? t`min ${PASSWORD_MIN_LENGTH} characters` : undefined}
        required
        {...rest}
        value={value}
      />
      <StrengthMeter password={value} />
    </div>
  );
}
