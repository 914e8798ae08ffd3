import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { showMessage } from '../ui/message-store.ts';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { type ApiError, isApiError } from './api-error.ts';
import { api } from './api.ts';
import { announceFormError, fieldMessage } from './form-error.ts';
import { GuestPage } from './guest-page.tsx';
import { resumeSession, signOut } from './session.ts';
import { useUser } from './user.ts';

const FIELDS = ['current_password', 'password'];

/** Stands in place of every page until who signed in has chosen a password that nobody else knows. */
export function OwedPasswordPage() {
  const { t } = useLingui();
  const user = useUser();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [submitting, setSubmitting] = useState(false);
  const isComplete = current !== '' && [...password].length >= PASSWORD_MIN_LENGTH;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (submitting || !isComplete) return;
    setSubmitting(true);
    setErrors({});
    try {
      // The password is its own confirmation: it can be shown while it is typed.
      const json = { current_password: current, password, password_confirmation: password };
      await api('/api/user/password', { json, announce: false });
      await resumeSession();
      showMessage({ message: t`Your new password is set.`, variant: 'success' });
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      setErrors(failure.errors);
      if (failure.status !== 401) announceFormError(failure, FIELDS);
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <GuestPage title={t`Choose a new password`}>
      <h1 className="text-lg font-semibold">
        <Trans>Choose a new password</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>
          Somebody else has set your password, or your rights have grown. Go on with a password that only you know.
        </Trans>
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={user?.data.username ?? ''} readOnly />
        <PasswordField
          label={t`Current password`}
          name="current_password"
          autoComplete="current-password"
          autoFocus
          required
          value={current}
          onValueChange={(value) => {
            setCurrent(value);
            setErrors({});
          }}
          error={fieldMessage(errors, 'current_password')}
        />
        <NewPasswordField
          label={t`New password`}
          name="password"
          value={password}
          onValueChange={(value) => {
            setPassword(value);
            setErrors({});
          }}
          error={fieldMessage(errors, 'password')}
        />
        <Button type="submit" variant="primary" disabled={!isComplete || submitting} className="w-full">
          {submitting ? <Trans>Please Wait.. </Trans> : <Trans>Set the password</Trans>}
        </Button>
      </form>
      <Button variant="ghost" className="mt-3 self-start" onClick={() => void signOut()}>
        <Trans>Logout</Trans>
      </Button>
    </GuestPage>
  );
}
