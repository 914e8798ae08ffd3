import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DateTimeInput } from '../../ui/date-time-field.tsx';
import { TimeInput } from '../../ui/time-field.tsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../ui/icon-button.tsx';
import { longMonth, shortMonth } from '../../format/month.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { OptionButton } from './option-button.tsx';
import { presetGroups, presetPhrase } from '../data/date-presets.ts';

interface RangeEditorProps {
  /** Both ends with a comma between them; either may be empty. */
  value: string;
  onChange: (value: string) => void;
}

/** A range of instants, `YYYY-MM-DD HH:mm:ss` in the user's zone. Incomplete input is not applied. */
export function InstantRangeEditor(props: RangeEditorProps) {
  const { t } = useLingui();
  const [[from, to], change] = useRangeInput(props, (end) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(end));
  return (
    <div className="flex flex-col gap-2">
      <RangeEnd label={<Trans>From</Trans>}>
        <DateTimeInput aria-label={t`From`} value={from || null} onValueChange={(next) => change([next ?? '', to])} />
      </RangeEnd>
      <RangeEnd label={<Trans>To</Trans>}>
        <DateTimeInput aria-label={t`To`} value={to || null} onValueChange={(next) => change([from, next ?? ''])} />
      </RangeEnd>
    </div>
  );
}

/** A range of times on any day, `HH:mm`, in the zone of each record's hotel. */
export function TimeRangeEditor(props: RangeEditorProps) {
  const { t } = useLingui();
  const [[from, to], change] = useRangeInput(props, (end) => /^\d{2}:\d{2}$/.test(end));
  return (
    <div className="grid grid-cols-2 gap-2">
      <RangeEnd label={<Trans>From</Trans>}>
        <TimeInput
          aria-label={t`From`}
          value={from || null}
          onValueChange={(next) => change([next?.slice(0, 5) ?? '', to])}
        />
      </RangeEnd>
      <RangeEnd label={<Trans>To</Trans>}>
        <TimeInput
          aria-label={t`To`}
          value={to || null}
          onValueChange={(next) => change([from, next?.slice(0, 5) ?? ''])}
        />
      </RangeEnd>
    </div>
  );
}

const RangeEnd = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <div aria-hidden="true" className="mb-1 text-sm text-muted">
      {label}
    </div>
    {children}
  </div>
);

type RangeEnds = readonly [from: string, to: string];

/** The texts of both ends. A change is passed on once each end is complete or empty. */
function useRangeInput(
  { value, onChange }: RangeEditorProps,
  isComplete: (end: string) => boolean,
): [RangeEnds, (next: RangeEnds) => void] {
  const [from = '', to = ''] = value.split(',');
  const [rangeEnds, setRangeEnds] = useState<RangeEnds>([from, to]);
  const lastValue = useRef(value);
  useEffect(() => {
    if (value === lastValue.current) return;
    lastValue.current = value;
    setRangeEnds([from, to]);
  }, [value, from, to]);
  const change = (next: RangeEnds) => {
    setRangeEnds(next);
    if (!next.every((end) => end === '' || isComplete(end))) return;
    lastValue.current = next.some((end) => end !== '') ? next.join(',') : '';
    onChange(lastValue.current);
  };
  return [rangeEnds, change];
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Chooses one month, `YYYY-MM`, from the twelve months of a year. */
export function MonthEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const [year, setYear] = useState(() => Number(value.slice(0, 4)) || new Date().getFullYear());
  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <IconButton size="small" label={t`Previous year`} onClick={() => setYear(year - 1)}>
          <ChevronLeft size={16} />
        </IconButton>
        <span aria-live="polite" className="font-medium tabular">
          {year}
        </span>
        <IconButton size="small" label={t`Next year`} onClick={() => setYear(year + 1)}>
          <ChevronRight size={16} />
        </IconButton>
      </div>
      <div className="grid grid-cols-4 gap-1">
        {MONTHS.map((monthNumber) => {
          const month = `${year}-${String(monthNumber).padStart(2, '0')}`;
          return (
            <OptionButton
              key={month}
              pressed={month === value}
              aria-label={longMonth(month)}
              onClick={() => onChange(month === value ? '' : month)}
            >
              {shortMonth(month)}
            </OptionButton>
          );
        })}
      </div>
    </div>
  );
}

interface PresetEditorProps {
  /** The column's days are in the future. */
  isFutureFirst: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** The relative date ranges, all visible. */
export function PresetEditor({ isFutureFirst, value, onChange }: PresetEditorProps) {
  useLanguage();
  return (
    <div className="flex flex-col gap-3.5">
      {presetGroups(isFutureFirst).map(({ heading, rows }) => (
        <div key={heading} role="group" aria-label={heading} className="flex flex-col gap-1.5">
          <div aria-hidden="true" className="text-xs text-faint">
            {heading}
          </div>
          {rows.map(({ unit = '', presets }) => (
            <div key={unit} className="flex items-baseline gap-2">
              {unit && (
                <span aria-hidden="true" className="w-16 shrink-0 text-sm text-muted">
                  {unit}
                </span>
              )}
              <div className="flex min-w-0 flex-wrap gap-1">
                {presets.map(({ preset, label }) => (
                  <OptionButton
                    key={preset}
                    pressed={preset === value}
                    aria-label={presetPhrase(preset)}
                    className="tabular"
                    onClick={() => onChange(preset === value ? '' : preset)}
                  >
                    {label}
                  </OptionButton>
                ))}
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
