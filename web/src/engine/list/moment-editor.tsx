import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DateTimeInput } from '../../ui/date-time-field.tsx';
import { TextInput } from '../../ui/text-field.tsx';

interface RangeEditorProps {
  /** Both ends with a comma between them; either may be empty. */
  value: string;
  onChange: (value: string) => void;
}

/** A range of moments, `YYYY-MM-DD HH:mm:ss` in the user's zone. Incomplete input is not sent. */
export function MomentEditor(props: RangeEditorProps) {
  const { t } = useLingui();
  const [[from, to], change] = useRange(props, (end) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(end));
  return (
    <div className="flex flex-col gap-2">
      <End label={<Trans>From</Trans>}>
        <DateTimeInput aria-label={t`From`} value={from || null} onValueChange={(next) => change([next ?? '', to])} />
      </End>
      <End label={<Trans>To</Trans>}>
        <DateTimeInput aria-label={t`To`} value={to || null} onValueChange={(next) => change([from, next ?? ''])} />
      </End>
    </div>
  );
}

/** A range of times on any day, `HH:mm`, in the zone of each record's hotel. */
export function TimeEditor(props: RangeEditorProps) {
  const { t } = useLingui();
  const [[from, to], change] = useRange(props, (end) => /^\d{2}:\d{2}$/.test(end));
  return (
    <div className="grid grid-cols-2 gap-2">
      <End label={<Trans>From</Trans>}>
        <TextInput
          type="time"
          aria-label={t`From`}
          value={from}
          onValueChange={(next) => change([next.slice(0, 5), to])}
        />
      </End>
      <End label={<Trans>To</Trans>}>
        <TextInput
          type="time"
          aria-label={t`To`}
          value={to}
          onValueChange={(next) => change([from, next.slice(0, 5)])}
        />
      </End>
    </div>
  );
}

const End = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <div aria-hidden="true" className="mb-1 text-sm text-muted">
      {label}
    </div>
    {children}
  </div>
);

type Ends = readonly [from: string, to: string];

/** The text of both ends, sent once each is complete or empty. */
function useRange(
  { value, onChange }: RangeEditorProps,
  isWhole: (end: string) => boolean,
): [Ends, (next: Ends) => void] {
  const [from = '', to = ''] = value.split(',');
  const [ends, setEnds] = useState<Ends>([from, to]);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setEnds([from, to]);
  }, [value, from, to]);
  const change = (next: Ends) => {
    setEnds(next);
    if (!next.every((end) => end === '' || isWhole(end))) return;
    sent.current = next.some((end) => end !== '') ? next.join(',') : '';
    onChange(sent.current);
  };
  return [ends, change];
}
