import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { savePassword } from './profile-data.ts';
import { ProfileSection } from './profile-section.tsx';
import { useFormErrors } from './use-form-errors.ts';

export interface PasswordSectionProps {
  /** Told to password managers, which keep name and password together. */
  username: string;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** Another password, by the current one. */
export function PasswordSection({ username, onUnsaved }: PasswordSectionProps) {
  const { t } = useLingui();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { of, forget, submitting, send } = useFormErrors(['current_password', 'password']);
  const isTyped = current !== '' || password !== '';
  const isComplete = current !== '' && [...password].length >= PASSWORD_MIN_LENGTH;
  useEffect(() => onUnsaved(isTyped), [onUnsaved, isTyped]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || !(await send(() => savePassword(current, password)))) return;
    setCurrent('');
    setPassword('');
    showMessage({ message: t`Your new password is set. Your other devices are signed out.`, variant: 'success' });
  };

  return (
    <ProfileSection
      title={<Trans>Password</Trans>}
      description={<Trans>A new password signs you out on all other devices.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4 sm:grid-cols-2">
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <PasswordField
          label={t`Current password`}
          name="current_password"
          autoComplete="current-password"
          required
          value={current}
          onValueChange={(value) => {
            setCurrent(value);
            forget('current_password');
          }}
          error={of('current_password')}
        />
        <NewPasswordField
          label={t`New password`}
          name="password"
          value={password}
          onValueChange={(value) => {
            setPassword(value);
            forget('password');
          }}
          error={of('password')}
        />
        <div className="sm:col-span-2">
          <Button type="submit" disabled={!isComplete} pending={submitting}>
            <Trans>Change the password</Trans>
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}
