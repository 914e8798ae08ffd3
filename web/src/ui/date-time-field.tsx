import { parseDayInput } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { type Ref, useId } from 'react';
import { formatDate, fromHotelTime, localInstant, toHotelTime, zoneName } from '../format/date.ts';
import { CalendarButton } from './calendar-button.tsx';
import { isDayText } from './date-field.tsx';
import { classNames } from './class-names.ts';
import type { ControlProps } from './field.tsx';
import { TimeInput, isTimeText } from './time-field.tsx';
import { useInputValue } from './use-input-value.ts';

export interface DateTimeInputProps extends ControlProps {
  /**
   * `YYYY-MM-DD HH:mm:ss` in the browser's zone. A part that cannot be read is the entered text, which validation
   * rejects.
   */
  value: string | null;
  /** The hotel's zone (IANA), in which the time is shown and entered. The browser's, if not given. */
  hotelZone?: string | null | undefined;
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

/** An input for an instant: a day, typed or picked, and a typed time. An empty time becomes the current one. */
export function DateTimeInput({
  value,
  hotelZone,
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
  const zoneId = useId();
  const zone = zoneName(hotelZone, new Date());
  const { day, time } = splitValue(value === null ? null : toHotelTime(value, hotelZone));
  const emitValue = (nextDay: string | null, nextTime: string | null) => {
    const currentTime = toHotelTime(localInstant(new Date()), hotelZone).slice(11);
    onValueChange(
      nextDay === null && nextTime === null
        ? null
        : fromHotelTime(`${nextDay ?? ''} ${(nextTime ?? currentTime).replaceAll(' ', '')}`, hotelZone),
    );
  };
  const dayInput = useInputValue(day, formatDate, parseDayInput, (next) =>
    next === null ? onValueChange(null) : emitValue(next, time),
  );
  // An error in one of the two inputs does not mark the other.
  const isDayInvalid = day !== null && !isDayText(day);
  const isTimeInvalid = time !== null && !isTimeText(time);
  const isInvalid = controlProps['aria-invalid'];
  return (
    <span
      className={classNames(
        'grid items-center gap-2',
        zone === undefined ? 'grid-cols-[1fr_5.5rem]' : 'grid-cols-[1fr_5.5rem_auto]',
        className,
      )}
    >
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
      <TimeInput
        aria-label={t`Time`}
        aria-describedby={[controlProps['aria-describedby'], zone && zoneId].filter(Boolean).join(' ') || undefined}
        aria-invalid={isTimeInvalid || (isDayInvalid ? undefined : isInvalid)}
        disabled={disabled || day === null}
        value={time}
        onValueChange={(next) => emitValue(day, next)}
        onBlur={onBlur}
      />
      {zone !== undefined && (
        <span id={zoneId} className="text-sm text-muted">
          {zone}
        </span>
      )}
    </span>
  );
}
