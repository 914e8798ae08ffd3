import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { api } from './api.ts';
import { type FormErrors, useFormErrors } from './use-form-errors.ts';

export interface OwnPassword {
  readonly current: string;
  readonly password: string;
  readonly errors: FormErrors;
  readonly isComplete: boolean;
  readonly type: (passwords: { current?: string; password?: string }) => void;
  /** Sends both passwords. Resolves to false if they were rejected. */
  readonly save: () => Promise<boolean>;
}

/** The form for a new password of the signed-in user; requires the current one. */
export function useOwnPassword(): OwnPassword {
  const [passwords, setPasswords] = useState({ current: '', password: '' });
  const errors = useFormErrors(['current_password', 'password']);
  const { current, password } = passwords;
  return {
    current,
    password,
    errors,
    isComplete: current !== '' && [...password].length >= PASSWORD_MIN_LENGTH,
    type: (change) => setPasswords((previous) => ({ ...previous, ...change })),
    save: () =>
      errors.send(async () => {
        // No separate confirmation is needed, because the new password can be shown while typing.
        const json = { current_password: current, password, password_confirmation: password };
        await api('/api/user/password', { json, announce: false });
      }),
  };
}

interface OwnPasswordFieldsProps {
  /** For password managers, which store name and password together. */
  readonly username: string;
  readonly own: OwnPassword;
  readonly autoFocus?: boolean;
}

export function OwnPasswordFields({ username, own: form, autoFocus }: OwnPasswordFieldsProps) {
  const { t } = useLingui();
  const { errors } = form;
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordField
        label={t`Current password`}
        name="current_password"
        autoComplete="current-password"
        {...(autoFocus && { autoFocus })}
        required
        value={form.current}
        onValueChange={(current) => {
          form.type({ current });
          errors.forget('current_password');
        }}
        error={errors.of('current_password')}
      />
      <NewPasswordField
        label={t`New password`}
        name="password"
        value={form.password}
        onValueChange={(password) => {
          form.type({ password });
          errors.forget('password');
        }}
        error={errors.of('password')}
      />
    </>
  );
}
