import { useLingui } from '@lingui/react/macro';
import { toCodeDigits } from '../../session/one-time-code.ts';
import { TextField } from '../../ui/text-field.tsx';

export interface CodeFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
}

/** Field for the six digits of an authenticator app. */
export function CodeField({ value, onValueChange, error }: CodeFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Code`}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      // On a touch screen, focus would open a keyboard over the code to scan.
      autoFocus={!matchMedia('(pointer: coarse)').matches}
      value={value}
      onValueChange={(text) => onValueChange(toCodeDigits(text))}
      error={error}
      className="[&_input]:text-xl [&_input]:tracking-[0.35em] [&_input]:tabular"
    />
  );
}
