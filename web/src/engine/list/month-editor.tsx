import { useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { longMonth, shortMonth } from '../../format/month.ts';
import { OptionButton } from './option-button.tsx';

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Chooses one month, `YYYY-MM`, from the twelve months of a year. */
export function MonthEditor({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const [year, setYear] = useState(() => Number(value.slice(0, 4)) || new Date().getFullYear());
  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <IconButton size="small" label={t`Previous year`} onClick={() => setYear(year - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <span aria-live="polite" className="font-medium tabular">
          {year}
        </span>
        <IconButton size="small" label={t`Next year`} onClick={() => setYear(year + 1)}>
          <ChevronRight size={16} aria-hidden="true" />
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
