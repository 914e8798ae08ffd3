import { PASSWORD_MIN_LENGTH } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button, buttonClass } from '../ui/button.tsx';
import { showMessage } from '../ui/message-store.ts';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { api } from './api.ts';
import { useCaptcha } from './captcha.ts';
import { BackToLogin, PublicPage } from './public-page.tsx';
import { useFormErrors } from './use-form-errors.ts';

/** Sets a new password with the token from a mail. Token and email address are in the path. */
export function ResetPasswordPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { token, email } = useParams({ from: '/auth/reset-password/$token/$email' });
  const [password, setPassword] = useState('');
  const form = useFormErrors(['password', 'token', 'email']);
  /** An error of the link itself, which a different password cannot fix. */
  const linkError = form.of('token') ?? form.of('email');
  const { container, withCaptcha } = useCaptcha();
  const isTooShort = [...password].length < PASSWORD_MIN_LENGTH;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isTooShort) return;
    await form.send(async () => {
      await withCaptcha((response) => {
        // No separate confirmation is needed, because the password can be shown while typing.
        const json = { email, token, password, password_confirmation: password, ...response };
        return api('/api/password/reset', { json, announce: false });
      });
      showMessage({ message: t`Your new password is set. Please log in with it.`, variant: 'success', duration: 6000 });
      await navigate({ to: '/login' });
    });
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
              form.forget('password');
            }}
            error={form.of('password')}
          />
          <Button type="submit" variant="primary" disabled={isTooShort || form.submitting} className="w-full">
            {form.submitting ? <Trans>Please Wait.. </Trans> : <Trans>Set password</Trans>}
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
      <BackToLogin />
    </PublicPage>
  );
}
