import { Trans, useLingui } from '@lingui/react/macro';
import { sentence } from '@innkeeper/contract';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../i18n/use-label.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { isApiError } from './api-error.ts';
import { api } from './api.ts';
import { GuestPage } from './guest-page.tsx';

export function ForgotPasswordPage() {
  const { t } = useLingui();
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [submitting, setSubmitting] = useState(false);
  const [sent, setSent] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    setSubmitting(true);
    try {
      await api('/api/password/email', { json: { email: email.trim() }, announce: (e) => !e.errors['email'] });
      setSent(true);
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      setError(failure.errors['email']?.map((message) => sentence(message, language)).join(' '));
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <GuestPage title={t`Forgot Password?`}>
      <h1 className="text-lg font-semibold">
        <Trans>Forgot Password?</Trans>
      </h1>
      {sent ? (
        <p role="status" className="mt-2 text-muted">
          <Trans>
            If an account has this address, a message with a link to a new password is on its way to it. The link works
            for 60 minutes.
          </Trans>
        </p>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="mt-2 flex flex-col gap-4">
          <p className="text-muted">
            <Trans>Tell us your email address, and we will send you a link to set a new password.</Trans>
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
              setError(undefined);
            }}
            error={error}
          />
          <Button type="submit" variant="primary" disabled={!email.includes('@') || submitting} className="w-full">
            {submitting ? <Trans>Please Wait.. </Trans> : <Trans>Send the link</Trans>}
          </Button>
        </form>
      )}
      <Link to="/login" className="mt-5 inline-block rounded-sm font-medium text-accent-text hover:underline">
        <Trans>Go back to login</Trans>
      </Link>
    </GuestPage>
  );
}
