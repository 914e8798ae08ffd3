import { PASSWORD_MIN_LENGTH, sentence } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../i18n/use-label.ts';
import { Button } from '../ui/button.tsx';
import { showMessage } from '../ui/message-store.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { isApiError } from './api-error.ts';
import { api } from './api.ts';
import { GuestPage } from './guest-page.tsx';

/** Sets a new password with the token of a mail. The token and the address stand in the path. */
export function ResetPasswordPage() {
  const { t } = useLingui();
  const language = useLanguage();
  const navigate = useNavigate();
  const { token, email } = useParams({ from: '/auth/reset-password/$token/$email' });
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const tooShort = [...password].length < PASSWORD_MIN_LENGTH;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (submitting || tooShort) return;
    setSubmitting(true);
    try {
      // The password is its own confirmation: it can be shown while it is typed.
      const json = { email, token, password, password_confirmation: password };
      await api('/api/password/reset', { json, announce: (e) => !e.errors['password'] });
      showMessage({ message: t`Your new password is set. Please login with it.`, variant: 'success', duration: 6000 });
      await navigate({ to: '/login' });
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      setError(failure.errors['password']?.map((message) => sentence(message, language)).join(' '));
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <GuestPage title={t`Set a new password`}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <h1 className="text-lg font-semibold">
          <Trans>Set a new password</Trans>
        </h1>
        <p className="text-muted">
          <Trans>
            For <b className="font-medium text-text">{email}</b>
          </Trans>
        </p>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t`New password`}
          name="password"
          autoComplete="new-password"
          hint={t`min ${PASSWORD_MIN_LENGTH} characters`}
          required
          autoFocus
          value={password}
          onValueChange={(value) => {
            setPassword(value);
            setError(undefined);
          }}
          error={error}
        />
        <Button type="submit" variant="primary" disabled={tooShort || submitting} className="w-full">
          {submitting ? <Trans>Please Wait.. </Trans> : <Trans>Set the password</Trans>}
        </Button>
      </form>
      <Link to="/login" className="mt-5 inline-block rounded-sm font-medium text-accent-text hover:underline">
        <Trans>Go back to login</Trans>
      </Link>
    </GuestPage>
  );
}
