import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { DEFAULT_DAYS, computeTimeLeft } from './time-left.ts';

interface CountdownProps {
  /** The end; 15 days from now by default. */
  until?: Date;
  /** Called at the end; the countdown then shows zeros. */
  onEnd?: () => void;
}

/**
 * Shows the time until the end. Each tick reads the clock, so the countdown is correct after the page was suspended.
 */
export function Countdown({ until, onEnd }: CountdownProps) {
  const { t } = useLingui();
  const [end] = useState(() => until?.getTime() ?? Date.now() + DEFAULT_DAYS * 86_400_000);
  const [now, setNow] = useState(() => Date.now());
  const hasEnded = now >= end;
  useEffect(() => {
    if (hasEnded) return onEnd?.();
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [hasEnded, onEnd]);
  const remaining = computeTimeLeft(end, now);
  const units = [
    { value: remaining.days, label: t`Days` },
    { value: remaining.hours, label: t`Hours` },
    { value: remaining.minutes, label: t`Minutes` },
    { value: remaining.seconds, label: t`Seconds` },
  ];
  return (
    <div role="timer">
      <dl className="grid max-w-96 grid-cols-4 gap-x-4">
        {units.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-3xl font-semibold tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
