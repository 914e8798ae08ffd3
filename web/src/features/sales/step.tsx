import { Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { canTakeFocus } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface StepProps {
  readonly number: number;
  readonly title: string;
  /** One-line summary of the input once the step is completed. */
  readonly summary: ReactNode;
  readonly state: 'open' | 'done' | 'ahead';
  /** When it changes, the focus moves to the first element of the open step. */
  readonly contentKey: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

const CONTROL_SELECTOR = 'input:not([type=hidden], [tabindex="-1"]), button';

/** Focuses the first error, else the element that the step marks for focus, else the first empty field. */
function focusFirst(step: HTMLElement): void {
  const controls = [...step.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)];
  const target =
    step.querySelector<HTMLElement>('[aria-invalid=true]') ??
    step.querySelector<HTMLElement>('[data-first-focus]') ??
    controls.find((control) => !(control instanceof HTMLInputElement) || control.value === '') ??
    controls[0];
  target?.focus();
}

/** One step of a sale: open, or a one-line summary of its input. */
export function Step({ number, title, summary, state, contentKey, onOpen, children }: StepProps) {
  const { t } = useLingui();
  const heading = useId();
  const contentRef = useRef<HTMLDivElement>(null);
  const isOpen = state === 'open';
  // Runs before paint, so that no early key press is lost. Runs after the commit, because radios do not know their
  // group before; one focused earlier would lose the first arrow key.
  useLayoutEffect(() => {
    const step = contentRef.current;
    if (!isOpen || !step) return;
    queueMicrotask(() => {
      // On touch screens, focus would open a keyboard, so the step is scrolled into view instead.
      if (matchMedia('(pointer: coarse)').matches) step.parentElement?.scrollIntoView({ block: 'nearest' });
      else if (canTakeFocus(step)) focusFirst(step);
    });
  }, [isOpen, contentKey]);
  return (
    <li
      aria-current={isOpen ? 'step' : undefined}
      className={classNames('scroll-mt-4 px-4 py-3 sm:px-5', isOpen && 'pt-4 pb-5')}
    >
      <div className="flex min-h-(--control-small) items-center gap-3">
        <span
          aria-hidden="true"
          className={classNames(
            'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular',
            isOpen && 'bg-accent text-on-accent',
            state === 'done' && 'bg-accent-soft text-accent-text',
            state === 'ahead' && 'border border-border text-faint',
          )}
        >
          {state === 'done' ? <Check size={14} strokeWidth={2.5} /> : number}
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h2 id={heading} className={classNames('font-semibold', state === 'ahead' && 'font-medium text-faint')}>
            {title}
          </h2>
          {state === 'done' && <p className="min-w-0 text-muted">{summary}</p>}
        </div>
        {state === 'done' && (
          <Button size="small" variant="ghost" aria-label={t`Change: ${title}`} onClick={onOpen}>
            <Trans>Change</Trans>
          </Button>
        )}
      </div>
      {isOpen && (
        <div ref={contentRef} role="group" aria-labelledby={heading} className="mt-4 flex flex-col gap-4 sm:pl-9">
          {children}
        </div>
      )}
    </li>
  );
}

/** The buttons at the end of a step. */
export function StepButtons({ isVisible, children }: { isVisible?: boolean; children: ReactNode }) {
  return (
    <div
      data-submit-bar={isVisible ? '' : undefined}
      className={classNames(
        'mt-1 flex flex-wrap items-center gap-2 max-sm:flex-col max-sm:items-stretch',
        // Long option lists scroll beneath it.
        isVisible && 'sticky bottom-0 -mb-5 bg-surface pt-3 pb-5',
      )}
    >
      {children}
    </div>
  );
}

interface ContinueButtonProps {
  /** The data needed to continue is still loading. */
  readonly pending?: boolean;
  readonly disabled?: boolean;
  /** If omitted, the button submits its form. */
  readonly onClick?: () => void;
}

/** Continues to the next step, like Enter. Pressed while pending, it continues as soon as possible. */
export function ContinueButton({ pending = false, disabled, onClick }: ContinueButtonProps) {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (!isPressed || pending) return;
    setPressed(false);
    onClick?.();
  }, [isPressed, pending, onClick]);
  return (
    <Button
      data-first-focus={onClick ? '' : undefined}
      variant="primary"
      type={onClick ? 'button' : 'submit'}
      icon={pending && <Spinner />}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      disabled={disabled}
      onClick={pending ? () => setPressed(true) : onClick}
    >
      <Trans>Continue</Trans>
      <span className="flex opacity-80 max-lg:hidden">
        <Kbd>Enter</Kbd>
      </span>
    </Button>
  );
}

/** An error or obstacle as text. */
export function Notice({ tone, children }: { tone: 'danger' | 'warning' | 'info'; children: ReactNode }) {
  const toneClass = {
    danger: 'bg-danger-soft text-danger-text',
    warning: 'bg-warning-soft text-warning-text',
    info: 'bg-info-soft text-info-text',
  }[tone];
  return (
    <div role={tone === 'info' ? 'status' : 'alert'} className={`rounded-md px-3 py-2 ${toneClass}`}>
      {children}
    </div>
  );
}
