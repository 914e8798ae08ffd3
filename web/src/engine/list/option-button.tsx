import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface OptionButtonProps {
  pressed: boolean;
  onClick: () => void;
  children: ReactNode;
  'aria-label'?: string;
  className?: string;
}

/** One of several choices side by side. */
export function OptionButton({ pressed, className, ...rest }: OptionButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={classNames(
        'inline-flex h-(--control-small) min-w-8 items-center justify-center rounded-md border px-2 text-sm whitespace-nowrap transition-colors',
        pressed
          ? 'border-accent bg-accent-soft font-medium text-accent-text'
          : 'border-border text-text hover:bg-hover',
        className,
      )}
    />
  );
}
