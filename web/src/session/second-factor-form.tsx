import { Trans, useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { isApiError } from './api-error.ts';
import { CODE_LENGTH, toCodeDigits } from './one-time-code.ts';
import { fieldMessage } from './form-error.ts';

export interface SecondFactorFormProps {
  /** Signs in with the code; rejects with an ApiError that has `errors.otp` if the code is wrong. */
  onSubmit: (otp: string) => Promise<void>;
  onBack: () => void;
}

/** The second step of a sign-in: the authenticator app's code, or a recovery code. */
export function SecondFactorForm({ onSubmit, onBack }: SecondFactorFormProps) {
  const { t } = useLingui();
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isComplete = usesRecoveryCode ? code.trim() !== '' : code.length === CODE_LENGTH;

  const send = async (otp: string) => {
    if (isSubmitting) return;
    setIsSubmitting(true);
    try {
      await onSubmit(otp);
    } catch (failure) {
      if (!isApiError(failure)) throw failure;
      setError(fieldMessage(failure.errors, 'otp'));
      setCode('');
      input.current?.focus();
    } finally {
      setIsSubmitting(false);
    }
  };

  const enterCode = (text: string) => {
    const next = usesRecoveryCode ? text : toCodeDigits(text);
    setCode(next);
    setError(undefined);
    // Six digits are complete, so they are submitted automatically.
    if (!usesRecoveryCode && next.length === CODE_LENGTH) void send(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) void send(code.trim());
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div>
        <h1 className="text-lg font-semibold">
          <Trans>One more step</Trans>
        </h1>
        <p className="mt-1 text-muted">
          {usesRecoveryCode ? (
            <Trans>Enter one of your saved recovery codes. Each works once.</Trans>
          ) : (
            <Trans>Enter the 6-digit code from your authenticator app.</Trans>
          )}
        </p>
      </div>
      <TextField
        key={String(usesRecoveryCode)}
        ref={input}
        label={usesRecoveryCode ? t`Recovery code` : t`Code`}
        name="otp"
        autoComplete="one-time-code"
        inputMode={usesRecoveryCode ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={code}
        onValueChange={enterCode}
        error={error}
        className={usesRecoveryCode ? undefined : '[&_input]:text-xl [&_input]:tracking-[0.35em] [&_input]:tabular'}
      />
      <Button type="submit" variant="primary" disabled={!isComplete || isSubmitting} className="w-full">
        {isSubmitting ? <Trans>Please Wait.. </Trans> : <Trans>LOGIN</Trans>}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          className="flex items-center gap-1.5 rounded-sm font-medium text-accent-text hover:underline"
          onClick={onBack}
        >
          <ArrowLeft size={16} />
          <Trans>Go back to login</Trans>
        </button>
        <button
          type="button"
          className="rounded-sm font-medium text-accent-text hover:underline"
          onClick={() => {
            setUsesRecoveryCode(!usesRecoveryCode);
            setCode('');
            setError(undefined);
          }}
        >
          {usesRecoveryCode ? <Trans>Use the authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
        </button>
      </div>
    </form>
  );
}
