import { useLingui } from '@lingui/react/macro';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps, splitField } from './field.tsx';
import { TextInput, type TextInputProps } from './text-field.tsx';

/** An input for a secret that can be shown while it is typed. */
export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  const { t } = useLingui();
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <span className="relative block">
      <TextInput
        autoComplete="current-password"
        {...rest}
        type={isVisible ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className={classNames('pr-11!', className)}
      />
      <button
        type="button"
        aria-label={isVisible ? t`Hide password` : t`Show password`}
        aria-pressed={isVisible}
        disabled={rest.disabled}
        onClick={() => setIsVisible(!isVisible)}
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-md text-muted hover:text-text"
      >
        <Icon size={16} />
      </button>
    </span>
  );
}

export type PasswordFieldProps = FieldProps & Omit<TextInputProps, 'type'>;

export function PasswordField(props: PasswordFieldProps) {
  const [field, control] = splitField(props);
  return <Field {...field}>{(controlProps) => <PasswordInput {...control} {...controlProps} />}</Field>;
}
