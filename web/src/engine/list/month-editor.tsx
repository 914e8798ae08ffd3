import { useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { monthName } from './condition-sentence.ts';
import { OptionButton } from './option-button.tsx';

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** One month, `YYYY-MM`, from the twelve of a year. */
export function MonthEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const language = useLanguage();
  const [year, setYear] = useState(() => Number(value.slice(0, 4)) || new Date().getFullYear());
  const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <IconButton size="small" label={t`Year before`} onClick={() => setYear(year - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <span aria-live="polite" className="font-medium tabular">
          {year}
        </span>
        <IconButton size="small" label={t`Year after`} onClick={() => setYear(year + 1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-4 gap-1">
        {MONTHS.map((number) => {
          const month = `${year}-${String(number).padStart(2, '0')}`;
          return (
            <OptionButton
              key={month}
              pressed={month === value}
              aria-label={monthName(month)}
              onClick={() => onChange(month === value ? '' : month)}
            >
              {short.format(Date.UTC(year, number - 1, 1))}
            </OptionButton>
          );
        })}
      </div>
    </div>
  );
}
