import { parseTimeInput } from '@innkeeper/contract';
import { classNames } from './class-names.ts';
import type { ControlProps } from './field.tsx';
import { useInputValue } from './use-input-value.ts';

interface TimeInputProps extends ControlProps {
  /** `HH:mm` or `HH:mm:ss`; otherwise the entered text, which validation rejects. */
  value: string | null;
  /** Gets `HH:mm:ss`, or the entered text if it is no time. */
  onValueChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  className?: string;
}

/** Whether an input's value is a time. */
export const isTimeText = (value: string): boolean => parseTimeInput(value) !== undefined;

const formatTime = (time: string): string => (isTimeText(time) ? time.slice(0, 5) : time);

/** A typed time of day, on the 24-hour clock whatever the browser's language: its own input would follow that. */
export function TimeInput({ value, onValueChange, onBlur, className, ...rest }: TimeInputProps) {
  const input = useInputValue(value, formatTime, parseTimeInput, onValueChange);
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      placeholder="HH:mm"
      value={input.text}
      className={classNames('control tabular', className)}
      onChange={(event) => input.setText(event.target.value)}
      onBlur={() => {
        input.commit();
        onBlur?.();
      }}
      onKeyDown={(event) => event.key === 'Enter' && input.commit()}
    />
  );
}
