import { useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { MESSAGE_ICONS, MESSAGE_TONES } from './message-look.ts';
import { type Message, closeMessage, listenForMessages, messages } from './message-store.ts';
import { useStore } from './store.ts';

/** The messages at the top centre, above dialogs too. Stands once. */
export function MessageBar() {
  const { t } = useLingui();
  const shown = useStore(messages);
  useEffect(() => listenForMessages(window), []);
  return createPortal(
    <section
      aria-label={t`Messages`}
      className="pointer-events-none fixed inset-x-0 top-3 z-70 flex flex-col items-center gap-2 px-3"
    >
      {/* There from the start, so that the first message is read out too. `aria-live` also keeps dialogs from hiding it. */}
      <div role="status" aria-live="polite" className="contents">
        {shown
          .filter((m) => m.variant !== 'error')
          .map((m) => (
            <MessageLine key={m.id} message={m} />
          ))}
      </div>
      {shown
        .filter((m) => m.variant === 'error')
        .map((m) => (
          <MessageLine key={m.id} message={m} />
        ))}
    </section>,
    document.body,
  );
}

function MessageLine({ message }: { message: Message }) {
  const { t } = useLingui();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  useCountdownToClose(message, hovered || focused);
  const Icon = MESSAGE_ICONS[message.variant];
  const { action } = message;
  return (
    <div
      role={message.variant === 'error' ? 'alert' : undefined}
      aria-live={message.variant === 'error' ? 'assertive' : undefined}
      data-variant={message.variant}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="message pointer-events-auto flex max-w-xl items-start gap-2.5 rounded-md border border-border bg-raised py-2 pr-2 pl-3 text-text shadow-overlay"
    >
      <Icon size={18} aria-hidden="true" className={classNames('mt-0.5 shrink-0', MESSAGE_TONES[message.variant])} />
      <p className="min-w-0 flex-1 py-px">{message.message}</p>
      {action && (
        <button
          type="button"
          className="rounded-sm px-1.5 font-semibold text-accent-text hover:bg-hover"
          onClick={() => {
            closeMessage(message.id);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t`Close`}
        className="flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-9"
        onClick={() => closeMessage(message.id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Closes the message when its time is over; the time stands still while it is hovered or focused. */
function useCountdownToClose(message: Message, paused: boolean): void {
  const left = useRef(message.duration);
  useEffect(() => {
    if (paused || left.current === null) return;
    const started = Date.now();
    const timer = setTimeout(() => closeMessage(message.id), left.current);
    return () => {
      clearTimeout(timer);
      if (left.current !== null) left.current -= Date.now() - started;
    };
  }, [message.id, paused]);
}
