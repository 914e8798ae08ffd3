import { formatMessage } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n/use-label.ts';
import { Button } from '../ui/button.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type ApiError, isApiError } from './api-error.ts';
import { api } from './api.ts';
import { useCaptcha } from './captcha.ts';
import { announceFormError } from './form-error.ts';
import { BackToLogin, PublicPage } from './public-page.tsx';
import { type Registration, validateRegistration } from './registration.ts';

const EMPTY_REGISTRATION: Registration = {
  name: '',
  username: '',
  email: '',
  phone_no: '',
  password: '',
  password_confirmation: '',
};

/**
 * Form for requesting access, which an administrator decides on. The response is the same whether or not the address is
 * known.
 */
export function RegisterPage() {
  const { t } = useLingui();
  const language = useLanguage();
  const [values, setValues] = useState(EMPTY_REGISTRATION);
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { container, withCaptcha } = useCaptcha();

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const bindField = (name: keyof Registration) => ({
    name,
    value: values[name],
    onValueChange: (value: string) => {
      setValues({ ...values, [name]: value });
      const { [name]: _, ...otherErrors } = errors;
      if (errors[name]) setErrors(otherErrors);
    },
    error: errors[name]?.map((error) => formatMessage(error, language)).join(' '),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    const clientErrors = validateRegistration(values);
    setErrors(clientErrors);
    if (Object.keys(clientErrors).length > 0) return;
    setIsSubmitting(true);
    try {
      await withCaptcha((response) => api('/auth/register', { json: { ...values, ...response }, announce: false }));
      setIsSent(true);
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      setErrors(failure.errors);
      announceFormError(failure, Object.keys(EMPTY_REGISTRATION));
    } finally {
      setIsSubmitting(false);
    }
  };

  return (
    <PublicPage title={t`Request access`}>
      <h1 className="text-lg font-semibold">{isSent ? <Trans>Request sent</Trans> : <Trans>Request access</Trans>}</h1>
      {isSent ? (
        <NextSteps email={values.email.trim()} />
      ) : (
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="mt-1 flex flex-col gap-4">
          <p className="text-muted">
            <Trans>An administrator reviews each request and decides what you can access.</Trans>
          </p>
          <TextField {...bindField('name')} label={t`Name`} autoComplete="name" required autoFocus />
          <TextField
            {...bindField('username')}
            label={t`User name`}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <TextField {...bindField('email')} label={t`Email`} type="email" autoComplete="email" required />
          <TextField {...bindField('phone_no')} label={t`Phone`} type="tel" autoComplete="tel" />
          <NewPasswordField {...bindField('password')} label={t`Password`} />
          <PasswordField
            {...bindField('password_confirmation')}
            label={t`Repeat password`}
            autoComplete="new-password"
            required
          />
          <Button type="submit" variant="primary" disabled={isSubmitting} className="mt-2 w-full">
            {isSubmitting ? <Trans>Please Wait.. </Trans> : <Trans>Send request</Trans>}
          </Button>
        </form>
      )}
      <div ref={container} className="not-empty:mt-4" />
      <BackToLogin />
    </PublicPage>
  );
}

function NextSteps({ email }: { email: string }) {
  return (
    <div role="status" className="mt-2 text-muted">
      <p>
        <Trans>Next steps:</Trans>
      </p>
      <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5">
        <li>
          <Trans>
            We’ll email a confirmation of your request to <b className="font-medium text-text">{email}</b>.
          </Trans>
        </li>
        <li>
          <Trans>An administrator decides what you can access.</Trans>
        </li>
        <li>
          <Trans>We’ll email you when your access is ready.</Trans>
        </li>
      </ol>
    </div>
  );
}
