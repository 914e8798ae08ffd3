import { LOGIN_MIN_LENGTH, formatMessage } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldError } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { preload } from './preload.ts';
import { TextField } from '../ui/text-field.tsx';
import { useLanguage } from '../i18n/use-label.ts';
import { type ApiError, isApiError } from './api-error.ts';
import { announceError } from './api.ts';
import { useCaptcha } from './captcha.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { readExpiredSession } from './expired-session.ts';
import { announceFormError } from './form-error.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PublicPage } from './public-page.tsx';
import { readReturnPath } from './return-path.ts';
import { signIn } from './session.ts';
import { useAreSignInOptionsKnown } from './sign-in-options.ts';
import { SingleSignOnButton } from './single-sign-on-button.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

const SecondFactorForm = lazyComponent(async () => (await import('./second-factor-form.tsx')).SecondFactorForm);

const isLongEnough = (text: string) => text.length >= LOGIN_MIN_LENGTH;

/**
 * The server's errors for this name and password. They are shown until either input changes, and disable the button.
 */
type ServerErrors = ApiError['errors'];

const VISIBLE_FIELDS = ['email', 'username', 'password'];

export function LoginPage() {
  const { t } = useLingui();
  const language = useLanguage();
  const [expiredSession] = useState(readExpiredSession);
  const [username, setUsername] = useState(expiredSession?.username ?? '');
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(false);
  const [touchedFields, setTouchedFields] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<ServerErrors>({});
  /** Name or password was wrong, and the input has not changed since. */
  const [isInvalid, setIsInvalid] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  /** Name and password were correct, and a code is required in addition. */
  const [needsCode, setNeedsCode] = useState(false);
  const { container, withCaptcha } = useCaptcha();
  const areOptionsKnown = useAreSignInOptionsKnown();

  const emailErrors = errors['email'] ?? errors['username'];
  const passwordErrors = errors['password'];
  const isBlocked = emailErrors !== undefined || passwordErrors !== undefined;
  const isValid = isLongEnough(username.trim()) && isLongEnough(password) && !isBlocked;

  const fieldError = (name: string, value: string, serverErrors: readonly string[] | undefined) => {
    if (serverErrors) return serverErrors.map((error) => formatMessage(error, language)).join(' ');
    return touchedFields.has(name) && !isLongEnough(value) ? t`Min character length is ${LOGIN_MIN_LENGTH}` : undefined;
  };

  const attemptSignIn = (otp?: string) =>
    withCaptcha((response) => signIn(username.trim(), password, isRemembered, { ...response, ...(otp && { otp }) }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || isSubmitting) return;
    setIsSubmitting(true);
    setIsInvalid(false);
    preload(readReturnPath() ?? '/');
    try {
      await attemptSignIn();
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code === 'two_factor_required') setNeedsCode(true);
      else {
        setErrors(error.errors);
        setIsInvalid(error.code === 'invalid_grant');
        announceFormError(error, VISIBLE_FIELDS);
      }
    } finally {
      setIsSubmitting(false);
    }
  };

  const submitCode = async (otp: string) => {
    try {
      await attemptSignIn(otp);
    } catch (error) {
      if (!isApiError(error) || error.errors['otp']) throw error;
      announceError(error);
      // The password was changed meanwhile, or the account no longer exists, so the sign-in starts again.
      if (error.code === 'invalid_grant') setNeedsCode(false);
    }
  };

  const fillIn = (account: { username: string; password: string }) => {
    setUsername(account.username);
    setPassword(account.password);
    setErrors({});
  };

  return (
    <PublicPage title={t`Please Login`} aside={needsCode ? undefined : <DemoAccounts onChoose={fillIn} />}>
      {needsCode ? (
        <Suspense>
          <SecondFactorForm onSubmit={submitCode} onBack={() => setNeedsCode(false)} />
        </Suspense>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          <h1 className="mb-3 text-lg font-semibold tracking-[0.04em]">
            <Trans>LOGIN TO YOUR ACCOUNT</Trans>
          </h1>
          {expiredSession?.unsavedInput && (
            <p role="status" className="text-muted">
              {expiredSession.unsavedInput === 'sale' ? (
                <Trans>Your unfinished sale is kept. Sign in to continue it.</Trans>
              ) : (
                <Trans>Your unsaved input is kept. Sign in and open the form again to continue.</Trans>
              )}
            </p>
          )}
          <TextField
            label={t`Email/username`}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus={expiredSession === null}
            value={username}
            onValueChange={(value) => {
              setUsername(value);
              setErrors({});
              setIsInvalid(false);
            }}
            onBlur={() => username !== '' && setTouchedFields(new Set(touchedFields).add('username'))}
            error={fieldError('username', username.trim(), emailErrors)}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            required
            autoFocus={expiredSession !== null}
            value={password}
            onValueChange={(value) => {
              setPassword(value);
              setErrors({});
              setIsInvalid(false);
            }}
            onBlur={() => password !== '' && setTouchedFields(new Set(touchedFields).add('password'))}
            error={fieldError('password', password, passwordErrors)}
          />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Checkbox checked={isRemembered} onCheckedChange={setIsRemembered} label={<Trans>Remember me</Trans>} />
            <Link
              to="/auth/forgot-password"
              className="touch-line rounded-sm font-medium text-accent-text hover:underline"
            >
              <Trans>Forgot Password?</Trans>
            </Link>
          </div>
          {isInvalid && (
            <FieldError>
              <Trans>The name or the password is wrong. Check both and try again.</Trans>
            </FieldError>
          )}
          <Button type="submit" variant="primary" disabled={!isValid || isSubmitting} className="mt-2 w-full">
            {isSubmitting ? <Trans>Please Wait.. </Trans> : <Trans>LOGIN</Trans>}
          </Button>
          <SingleSignOnButton isRemembered={isRemembered} />
          <PasskeyButton isRemembered={isRemembered} />
          {/* Hidden until it is known which buttons are above it, so that it does not move. */}
          <p className={areOptionsKnown ? 'text-muted' : 'invisible text-muted'}>
            <Trans>
              No account yet?{' '}
              <Link to="/register" className="touch-line rounded-sm font-medium text-accent-text hover:underline">
                Request access
              </Link>
            </Trans>
          </p>
        </form>
      )}
      <div ref={container} className="not-empty:mt-4" />
    </PublicPage>
  );
}
