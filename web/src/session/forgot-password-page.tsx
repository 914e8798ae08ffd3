import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { api } from './api.ts';
import { useCaptcha } from './captcha.ts';
import { BackToLogin, PublicPage } from './public-page.tsx';
import { useFormErrors } from './use-form-errors.ts';

/** Requests a password link by mail. The response is the same whether or not the address is known. */
export function ForgotPasswordPage() {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const form = useFormErrors(['email']);
  const [isSent, setIsSent] = useState(false);
  const { container, withCaptcha } = useCaptcha();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await form.send(async () => {
      await withCaptcha((response) =>
        api('/api/password/email', { json: { email: email.trim(), ...response }, announce: false }),
      );
      setIsSent(true);
    });
  };

  return (
    <PublicPage title={t`Forgot Password?`}>
      <h1 className="text-lg font-semibold">
        <Trans>Forgot Password?</Trans>
      </h1>
      {isSent ? (
        <div role="status" className="mt-2 flex flex-col gap-3 text-muted">
          <p>
            <Trans>
              If an account uses this address, we have sent it a link to set a new password. The link works for 60
              minutes.
            </Trans>
          </p>
          <p>
            <Trans>
              No email after a few minutes? Check your spam folder, or{' '}
              <button
                type="button"
                className="rounded-sm font-medium text-accent-text hover:underline"
                onClick={() => setIsSent(false)}
              >
                try again
              </button>
              .
            </Trans>
          </p>
        </div>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="mt-2 flex flex-col gap-4">
          <p className="text-muted">
            <Trans>Enter your email address. We will send you a link to set a new password.</Trans>
          </p>
          <TextField
            label={t`Email`}
            type="email"
            autoComplete="email"
            required
            autoFocus
            value={email}
            onValueChange={(value) => {
              setEmail(value);
              form.forget('email');
            }}
            error={form.of('email')}
          />
          <Button type="submit" variant="primary" disabled={!email.includes('@') || form.submitting} className="w-full">
            {form.submitting ? <Trans>Please Wait.. </Trans> : <Trans>Send the link</Trans>}
          </Button>
        </form>
      )}
      <div ref={container} className="not-empty:mt-4" />
      <BackToLogin />
    </PublicPage>
  );
}
