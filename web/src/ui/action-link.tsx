import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { showMessage } from './message-store.ts';

/** The classes of an action that is not available now. */
export const UNAVAILABLE_CLASS =
  'aria-disabled:cursor-not-allowed aria-disabled:border-border! aria-disabled:bg-sunken! aria-disabled:text-faint!';

interface ActionLinkProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, number>> | undefined;
  /** Why the action is not available now; null if it is. */
  readonly reason: string | null;
  readonly 'aria-label'?: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to an action, or a button that shows the reason while the action is not available. */
export function ActionLink({ to, search, reason, variant, size, className, children, ...rest }: ActionLinkProps) {
  const id = useId();
  const linkClass = classNames(buttonClass(variant, size), 'print:hidden', UNAVAILABLE_CLASS, className);
  if (reason === null)
    return (
      <Link to={to} search={search ?? {}} className={linkClass} {...rest}>
        {children}
      </Link>
    );
  return (
    <>
      <button
        type="button"
        aria-disabled
        aria-describedby={id}
        data-tooltip={reason}
        onClick={() => showMessage({ message: reason, variant: 'info' })}
        className={linkClass}
        {...rest}
      >
        {children}
      </button>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
