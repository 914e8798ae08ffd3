import { parseDayInput, parseTimeInput } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { formatDate, localInstant } from '../format/date.ts';
import { CalendarButton } from './calendar-button.tsx';
import { isDayText } from './date-field.tsx';
import { classNames } from './class-names.ts';
import type { ControlProps } from './field.tsx';
import { useInputValue } from './use-input-value.ts';

export interface DateTimeInputProps extends ControlProps {
  /** Local `YYYY-MM-DD HH:mm:ss`. A part that cannot be read is the entered text, which validation rejects. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  disabled?: boolean;
  name?: string;
  autoFocus?: boolean;
  onBlur?: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Splits the value at its last space, because an unread day can contain spaces and a time never does. */
function splitValue(value: string | null): { day: string | null; time: string | null } {
  if (value === null) return { day: null, time: null };
  const spaceIndex = value.lastIndexOf(' ');
  if (spaceIndex < 0) return { day: value, time: null };
  return { day: value.slice(0, spaceIndex), time: value.slice(spaceIndex + 1) };
}

const isTimeText = (value: string): boolean => /^\d{2}:\d{2}:\d{2}$/.test(value);
const formatTime = (time: string): string => (isTimeText(time) ? time.slice(0, 5) : time);

/**
 * An input for an instant in the browser's time zone: a day, typed or picked, and a typed time. An empty time becomes
 * the current one.
 */
export function DateTimeInput({
  value,
  onValueChange,
  onBlur,
  disabled,
  name,
  autoFocus,
  className,
  ref,
  ...controlProps
}: DateTimeInputProps) {
  const { t } = useLingui();
  const { day, time } = splitValue(value);
  const emitValue = (nextDay: string | null, nextTime: string | null) =>
    onValueChange(
      nextDay === null && nextTime === null
        ? null
        : `${nextDay ?? ''} ${(nextTime ?? localInstant(new Date()).slice(11)).replaceAll(' ', '')}`,
    );
  const dayInput = useInputValue(day, formatDate, parseDayInput, (next) =>
    next === null ? onValueChange(null) : emitValue(next, time),
  );
  const timeInput = useInputValue(time, formatTime, parseTimeInput, (next) => emitValue(day, next));
  // An error in one of the two inputs does not mark the other.
  const isDayInvalid = day !== null && !isDayText(day);
  const isTimeInvalid = time !== null && !isTimeText(time);
  const isInvalid = controlProps['aria-invalid'];
  return (
    <span className={classNames('grid grid-cols-[1fr_5.5rem] gap-2', className)}>
      <span className="relative block">
        <input
          ref={ref}
          {...controlProps}
          aria-invalid={isTimeInvalid && !isDayInvalid ? undefined : isInvalid}
          type="text"
          name={name}
          autoComplete="off"
          autoFocus={autoFocus}
          disabled={disabled}
          placeholder="DD MMM YYYY"
          value={dayInput.text}
          className="control tabular pr-9!"
          onChange={(event) => dayInput.setText(event.target.value)}
          onBlur={() => {
            dayInput.commit();
            onBlur?.();
          }}
          onKeyDown={(event) => event.key === 'Enter' && dayInput.commit()}
        />
        <CalendarButton value={day} onValueChange={(next) => emitValue(next, time)} disabled={disabled} />
      </span>
      <input
        type="text"
        inputMode="numeric"
        aria-label={t`Time`}
        aria-describedby={controlProps['aria-describedby']}
        aria-invalid={isTimeInvalid || (isDayInvalid ? undefined : isInvalid)}
        autoComplete="off"
        disabled={disabled || day === null}
        placeholder="HH:mm"
        value={timeInput.text}
        className="control tabular"
        onChange={(event) => timeInput.setText(event.target.value)}
        onBlur={() => {
          timeInput.commit();
          onBlur?.();
        }}
        onKeyDown={(event) => event.key === 'Enter' && timeInput.commit()}
      />
    </span>
  );
}
