import { parseDayInput } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { formatDate } from '../format/date.ts';
import { CalendarButton } from './calendar-button.tsx';
import { classNames } from './class-names.ts';
import { type ControlProps, Field, type FieldProps, splitField } from './field.tsx';
import { useInputValue } from './use-input-value.ts';

export interface DateInputProps extends ControlProps {
  /** `YYYY-MM-DD`; or the entered text if it is not a date, which validation rejects. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  disabled?: boolean;
  name?: string;
  placeholder?: string;
  autoFocus?: boolean;
  onBlur?: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

export const isDayText = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** An input for a day, which is typed (`22 May 2026`, `2026-05-22`, `22/05/2026`) or picked. */
export function DateInput({
  value,
  onValueChange,
  onBlur,
  disabled,
  className,
  placeholder = 'DD MMM YYYY',
  ...rest
}: DateInputProps) {
  const inputText = useInputValue(value, formatDate, parseDayInput, onValueChange);
  return (
    <span className={classNames('relative block', className)}>
      <input
        {...rest}
        type="text"
        autoComplete="off"
        disabled={disabled}
        placeholder={placeholder}
        value={inputText.text}
        className="control tabular pr-9!"
        onChange={(event) => inputText.setText(event.target.value)}
        onBlur={() => {
          inputText.commit();
          onBlur?.();
        }}
        onKeyDown={(event) => event.key === 'Enter' && inputText.commit()}
      />
      <CalendarButton value={value} onValueChange={onValueChange} disabled={disabled} />
    </span>
  );
}

export type DateFieldProps = FieldProps & Omit<DateInputProps, keyof ControlProps>;

export function DateField(props: DateFieldProps) {
  const { t } = useLingui();
  const [field, control] = splitField(props);
  const error =
    field.error ?? (control.value !== null && !isDayText(control.value) ? t`Invalid Date Format!` : undefined);
  return (
    <Field {...field} error={error}>
      {(controlProps) => <DateInput {...control} {...controlProps} />}
    </Field>
  );
}
