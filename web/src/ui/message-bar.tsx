import { useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { MESSAGE_ICONS, MESSAGE_TONES } from './message-style.ts';
import { type Message, closeMessage, listenForMessages, messages } from './message-store.ts';
import { useStore } from './store.ts';

/**
 * The messages at the top centre, above any dialog. Mounted once.
 * See docs/decisions/0096-use-base-ui-for-dialogs-not-for-messages-and-tooltips.md.
 */
export function MessageBar() {
  const { t } = useLingui();
  const visibleMessages = useStore(messages);
  useEffect(() => listenForMessages(window), []);
  const { bar, onFocus, leave: restoreFocus } = useMessageShortcut();
  return createPortal(
    <section
      ref={bar}
      aria-label={t`Messages`}
      aria-keyshortcuts={MESSAGES_KEY}
      onFocus={onFocus}
      className="pointer-events-none fixed inset-x-0 top-3 z-70 flex flex-col items-center gap-2 px-3"
    >
      {/* Mounted from the start, so that the first message is read out. `aria-live` keeps dialogs from hiding it. */}
      <div role="status" aria-live="polite" className="contents">
        {visibleMessages
          .filter((m) => m.variant !== 'error')
          .map((m) => (
            <MessageLine key={m.id} message={m} onLeave={restoreFocus} />
          ))}
      </div>
      {visibleMessages
        .filter((m) => m.variant === 'error')
        .map((m) => (
          <MessageLine key={m.id} message={m} onLeave={restoreFocus} />
        ))}
    </section>,
    document.body,
  );
}

interface MessageLineProps {
  readonly message: Message;
  /** Called before the message closes, to move the focus out of it. */
  readonly onLeave: () => void;
}

function MessageLine({ message, onLeave }: MessageLineProps) {
  const { t } = useLingui();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  useCountdownToClose(message, isHovered || isFocused);
  const Icon = MESSAGE_ICONS[message.variant];
  const { action } = message;
  const close = () => {
    onLeave();
    closeMessage(message.id);
  };
  return (
    <div
      role={message.variant === 'error' ? 'alert' : undefined}
      aria-live={message.variant === 'error' ? 'assertive' : undefined}
      data-variant={message.variant}
      data-message={message.id}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Escape must not reach a dialog below, which would close too.
        event.stopPropagation();
        close();
      }}
      className="message pointer-events-auto flex max-w-xl items-start gap-2.5 rounded-md border border-border bg-raised py-2 pr-2 pl-3 text-text shadow-overlay"
    >
      <Icon size={18} className={classNames('mt-0.5 shrink-0', MESSAGE_TONES[message.variant])} />
      <p className="min-w-0 flex-1 py-px">{message.message}</p>
      {action && (
        <button
          type="button"
          className="-my-1 flex min-h-8 shrink-0 items-center gap-2 rounded-sm px-2 font-semibold text-accent-text hover:bg-hover pointer-coarse:min-h-11"
          onClick={() => {
            close();
            action.onClick();
          }}
        >
          {action.label}
          <span aria-hidden="true" className="flex">
            <Kbd>{MESSAGES_KEY}</Kbd>
          </span>
        </button>
      )}
      <button
        type="button"
        aria-label={t`Close`}
        className="touch-target flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-9"
        onClick={close}
      >
        <X size={16} />
      </button>
    </div>
  );
}

/** The key that focuses the newest message, from anywhere. */
export const MESSAGES_KEY = 'F8';

/** Focuses the newest message on a key, and returns the focus when the focused message closes. */
function useMessageShortcut() {
  const bar = useRef<HTMLElement>(null);
  const previousFocus = useRef<Element | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== MESSAGES_KEY) return;
      const newest = bar.current?.querySelector<HTMLElement>(`[data-message="${messages.get().at(-1)?.id}"] button`);
      if (!newest) return;
      event.preventDefault();
      newest.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return {
    bar,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (!bar.current?.contains(relatedTarget)) previousFocus.current = relatedTarget;
    },
    leave: () => {
      if (!bar.current?.contains(document.activeElement)) return;
      if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    },
  };
}

/** Closes the message after its duration, which is paused while the message is hovered or focused. */
function useCountdownToClose(message: Message, paused: boolean): void {
  const remaining = useRef(message.duration);
  useEffect(() => {
    if (paused || remaining.current === null) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => closeMessage(message.id), remaining.current);
    return () => {
      clearTimeout(timer);
      if (remaining.current !== null) remaining.current -= Date.now() - startedAt;
    };
  }, [message.id, paused]);
}
