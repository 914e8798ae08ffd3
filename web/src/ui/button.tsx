import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'medium' | 'small';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown before the text. */
  icon?: ReactNode;
  /** A request is in progress: the button shows a spinner and ignores presses. */
  pending?: boolean;
}

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover border-transparent',
  secondary:
    'bg-surface text-text border-strong-border/60 hover:not-disabled:bg-hover hover:not-disabled:border-strong-border',
  ghost:
    'bg-transparent text-text border-transparent disabled:border-transparent! disabled:bg-transparent! hover:not-disabled:bg-hover data-popup-open:bg-hover',
  danger: 'bg-danger text-on-danger hover:not-disabled:bg-danger-hover border-transparent',
};

const SIZE_CLASSES: Record<ButtonSize, string> = {
  medium: 'h-(--control) px-3.5 text-base',
  small: 'touch-target h-(--control-small) px-2.5 text-sm',
};

/** The classes of a button, for links that look like buttons. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium'): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed disabled:border-border disabled:bg-sunken disabled:text-faint',
    '[&_svg]:shrink-0',
    VARIANT_CLASSES[variant],
    SIZE_CLASSES[size],
  );

/** A button. Paper has none. */
export function Button({ variant, size, icon, pending, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(variant, size), 'print:hidden', className)}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || rest['aria-busy']}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}
