import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import {
  type FocusEventHandler,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean, event: { shiftKey: boolean }) => void;
  /** Some, but not all, of the rows or choices that it represents are checked. */
  indeterminate?: boolean;
  disabled?: boolean;
  name?: string;
  /** The visible label. Without it, pass `aria-label`. */
  label?: ReactNode;
  'aria-label'?: string;
  className?: string;
  tabIndex?: number;
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  ref?: RefObject<HTMLInputElement | null> | undefined;
}

/** The browser's own checkbox with our styles, to keep the sign-in page small. */
export function Checkbox({ label, className, onCheckedChange, indeterminate = false, ref, ...rest }: CheckboxProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = ref ?? ownRef;
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [input, indeterminate]);
  const Mark = indeterminate ? Minus : Check;
  const box = (
    <span className={classNames('relative inline-flex size-4.5 shrink-0', !label && className)}>
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className={classNames(
          'peer size-4.5 appearance-none rounded-sm border border-strong-border bg-surface transition-colors forced-colors:appearance-auto',
          'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
          'disabled:border-border disabled:bg-sunken',
        )}
        onChange={(event) => {
          const { nativeEvent } = event;
          onCheckedChange(event.target.checked, {
            shiftKey: 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
          });
        }}
      />
      <Mark
        size={14}
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 m-auto hidden text-on-accent peer-checked:block peer-indeterminate:block peer-disabled:text-muted forced-colors:hidden!"
      />
    </span>
  );
  if (!label) return box;
  return (
    <label className={classNames('flex min-h-(--choice) cursor-pointer items-center gap-2 select-none', className)}>
      {box}
      <span>{label}</span>
    </label>
  );
}
