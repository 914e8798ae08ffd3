import { useLingui } from '@lingui/react/macro';
import CalendarIcon from 'lucide-react/icons/calendar';
import { Suspense, useState } from 'react';
import { Popover } from './popover.tsx';
import { Skeleton } from './skeleton.tsx';
import { lazyComponent } from './lazy-component.ts';

const Calendar = lazyComponent(async () => (await import('./calendar.tsx')).Calendar);

export interface CalendarButtonProps {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onValueChange: (day: string) => void;
  disabled?: boolean;
}

/** Opens a calendar; placed at the right edge of a date input. */
export function CalendarButton({ value, onValueChange, disabled }: CalendarButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t`Calendar`}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={t`Open calendar`}
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-muted hover:text-text disabled:text-faint"
        >
          <CalendarIcon size={16} />
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="h-78 w-63" />}>
        <Calendar
          value={value}
          onValueChange={(day) => {
            onValueChange(day);
            setOpen(false);
          }}
        />
      </Suspense>
    </Popover>
  );
}
