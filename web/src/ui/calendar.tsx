import { useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { DayPicker } from 'react-day-picker';
import { id } from 'react-day-picker/locale/id';
import { parseDay, localDay } from '../format/date.ts';
import { useLanguage } from '../i18n/use-label.ts';
import { classNames } from './class-names.ts';

export interface CalendarProps {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onValueChange: (day: string) => void;
}

const FIRST_YEAR = 1900;
const YEARS_AHEAD = 20;

const CHEVRONS = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown } as const;

const NAVIGATION_CLASS =
  'flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:opacity-40';

/** A month from which a day is chosen. Weeks begin on Monday. Loaded when the first calendar opens. */
export function Calendar({ value, onValueChange }: CalendarProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const selected = parseDay(value);
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      defaultMonth={selected}
      onSelect={(date) => onValueChange(localDay(date))}
      captionLayout="dropdown"
      startMonth={new Date(FIRST_YEAR, 0)}
      endMonth={new Date(new Date().getFullYear() + YEARS_AHEAD, 11)}
      weekStartsOn={1}
      showOutsideDays
      fixedWeeks
      autoFocus
      locale={language === 'id' ? id : undefined}
      labels={{
        labelPrevious: () => t`Previous month`,
        labelNext: () => t`Next month`,
        labelMonthDropdown: () => t`Month`,
        labelYearDropdown: () => t`Year`,
      }}
      components={{
        Chevron: ({ orientation = 'down', className }) => {
          const Icon = CHEVRONS[orientation];
          return <Icon size={16} className={className} />;
        },
      }}
      classNames={{
        months: 'relative',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: NAVIGATION_CLASS,
        button_next: NAVIGATION_CLASS,
        month_caption: 'flex h-8 items-center justify-center',
        dropdowns: 'flex items-center gap-1',
        dropdown_root: 'relative rounded-sm focus-within:outline-2 focus-within:outline-focus hover:bg-hover',
        dropdown: 'absolute inset-0 w-full cursor-pointer opacity-0',
        caption_label: 'flex items-center gap-0.5 px-1.5 text-base font-medium [&_svg]:text-muted',
        month_grid: 'mt-2 border-collapse tabular',
        weekday: 'size-9 text-xs font-medium text-faint',
        day: 'p-0 text-center',
        day_button:
          'flex size-9 items-center justify-center rounded-md text-sm hover:bg-hover focus-visible:-outline-offset-1',
        today: '[&>button]:font-bold [&>button]:text-accent-text [&>button]:underline [&>button]:underline-offset-4',
        selected: classNames('[&>button]:bg-accent! [&>button]:text-on-accent!'),
        outside: '[&>button]:text-faint',
        disabled: '[&>button]:text-faint [&>button]:line-through',
      }}
    />
  );
}
