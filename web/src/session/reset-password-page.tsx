import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button, buttonClass } from '../ui/button.tsx';
import { showMessage } from '../ui/message-store.ts';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { isApiError } from './api-error.ts';
import { api } from './api.ts';
import { useCaptcha } from './captcha.ts';
import { announceFormError, fieldMessage } from './form-error.ts';
import { PublicPage } from './public-page.tsx';

/** Sets a new password with the token from a mail. Token and email address are in the path. */
export function ResetPasswordPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { token, email } = useParams({ from: '/auth/reset-password/$token/$email' });
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  /** An error of the link itself, which a different password cannot fix. */
  const [linkError, setLinkError] = useState<string>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const { container, withCaptcha } = useCaptcha();
  const isTooShort = [...password].length < PASSWORD_MIN_LENGTH;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting || isTooShort) return;
    setIsSubmitting(true);
    try {
      await withCaptcha((response) => {
        // No separate confirmation is needed, because the password can be shown while typing.
        const json = { email, token, password, password_confirmation: password, ...response };
        return api('/api/password/reset', { json, announce: false });
      });
      showMessage({ message: t`Your new password is set. Please log in with it.`, variant: 'success', duration: 6000 });
      await navigate({ to: '/login' });
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      setError(fieldMessage(failure.errors, 'password'));
      setLinkError(fieldMessage(failure.errors, 'token') ?? fieldMessage(failure.errors, 'email'));
      announceFormError(failure, ['password', 'token', 'email']);
    } finally {
      setIsSubmitting(false);
    }
  };

  return (
    <PublicPage title={t`Set a new password`}>
      <h1 className="text-lg font-semibold">
        <Trans>Set a new password</Trans>
      </h1>
      {linkError === undefined ? (
        <form onSubmit={(event) => void submit(event)} noValidate className="mt-2 flex flex-col gap-4">
          <p className="text-muted">
            <Trans>
              For <b className="font-medium text-text">{email}</b>
            </Trans>
          </p>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <NewPasswordField
            label={t`New password`}
            name="password"
            autoFocus
            value={password}
            onValueChange={(value) => {
              setPassword(value);
              setError(undefined);
            }}
            error={error}
          />
          <Button type="submit" variant="primary" disabled={isTooShort || isSubmitting} className="w-full">
            {isSubmitting ? <Trans>Please Wait.. </Trans> : <Trans>Set password</Trans>}
          </Button>
        </form>
      ) : (
        <div className="mt-2 flex flex-col gap-4">
          <p role="alert" className="text-muted">
            {linkError} <Trans>Each link works once, for 60 minutes. We can send you a new one.</Trans>
          </p>
          <Link to="/auth/forgot-password" className={buttonClass('primary')}>
            <Trans>Request a new link</Trans>
          </Link>
        </div>
      )}
      <div ref={container} className="not-empty:mt-4" />
      <Link to="/login" className="mt-5 self-start rounded-sm font-medium text-accent-text hover:underline">
        <Trans>Go back to login</Trans>
      </Link>
    </PublicPage>
  );
}
