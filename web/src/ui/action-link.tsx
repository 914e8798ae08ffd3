import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { showMessage } from './message-store.ts';

/** How an action looks that is rejected now. */
export const REJECTED =
  'aria-disabled:cursor-not-allowed aria-disabled:border-border! aria-disabled:bg-sunken! aria-disabled:text-faint!';

interface ActionLinkProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, number>> | undefined;
  /** Why it cannot be done now; null where it can. */
  readonly reason: string | null;
  readonly 'aria-label'?: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The way to something that may be rejected now: then it says why instead of leading there. */
export function ActionLink({ to, search, reason, variant, size, className, children, ...rest }: ActionLinkProps) {
  const id = useId();
  const linkClass = classNames(buttonClass(variant, size), REJECTED, className);
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
