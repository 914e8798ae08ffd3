import { classNames } from './class-names.ts';
import { type ButtonProps, buttonClass } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'pending'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** A square button with an icon as its child. */
export function IconButton({ label, side, variant = 'ghost', size = 'medium', className, ...rest }: IconButtonProps) {
  const squareClass = size === 'small' ? 'w-(--control-small) px-0!' : 'w-(--control) px-0!';
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-side={side}
      {...rest}
      className={classNames(buttonClass(variant, size), squareClass, 'print:hidden', className)}
    />
  );
}
