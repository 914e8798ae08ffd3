import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { DAYS_AHEAD, timeLeft } from './time-left.ts';

/** Days, hours, minutes and seconds to a moment, 15 days ahead by default. Each tick reads the clock anew, so that none is lost while the page sleeps. */
export function Countdown({ until }: { until?: Date }) {
  const { t } = useLingui();
  const [end] = useState(() => until?.getTime() ?? Date.now() + DAYS_AHEAD * 86_400_000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(end, now);
  const parts = [
    { value: left.days, label: t`Days` },
    { value: left.hours, label: t`Hours` },
    { value: left.minutes, label: t`Minutes` },
    { value: left.seconds, label: t`Seconds` },
  ];
  return (
    <div role="timer">
      <dl className="flex flex-wrap gap-x-8 gap-y-4">
        {parts.map(({ value, label }) => (
          <div key={label} className="flex min-w-16 flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-3xl font-semibold tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
