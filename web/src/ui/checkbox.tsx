import { Checkbox as Base } from '@base-ui/react/checkbox';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean, event: { shiftKey: boolean }) => void;
  /** Some of what it stands for is checked. */
  indeterminate?: boolean;
  disabled?: boolean;
  name?: string;
  /** The visible name; without one give `aria-label`. */
  label?: ReactNode;
  'aria-label'?: string;
  className?: string;
  tabIndex?: number;
}

export function Checkbox({ label, className, onCheckedChange, ...rest }: CheckboxProps) {
  const box = (
    <Base.Root
      {...rest}
      onCheckedChange={(checked, details) =>
        onCheckedChange(checked, { shiftKey: 'shiftKey' in details.event && details.event.shiftKey === true })
      }
      className={classNames(
        'flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-strong-border bg-surface text-on-accent transition-colors',
        'data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent',
        'data-disabled:border-border data-disabled:bg-sunken data-disabled:data-checked:text-muted',
        !label && className,
      )}
    >
      <Base.Indicator className="flex forced-colors:text-[Highlight]">
        {rest.indeterminate ? (
          <Minus size={14} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={14} strokeWidth={3} aria-hidden="true" />
        )}
      </Base.Indicator>
    </Base.Root>
  );
  if (!label) return box;
  return (
    <label
      className={classNames('flex min-h-(--control-small) cursor-pointer items-center gap-2 select-none', className)}
    >
      {box}
      <span>{label}</span>
    </label>
  );
}
