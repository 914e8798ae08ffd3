import { createStore } from './store.ts';

const MESSAGE_VARIANTS = ['success', 'warning', 'error', 'info'] as const;
export type MessageVariant = (typeof MESSAGE_VARIANTS)[number];

export interface MessageInput {
  message: string;
  /** `error` by default. */
  variant?: MessageVariant;
  /** Milliseconds until it closes; the default depends on variant and action. Null: until the user closes it. */
  duration?: number | null;
  /** A button in the message, such as "Undo". */
  action?: { label: string; onClick: () => void };
}

export interface Message extends MessageInput {
  readonly id: number;
  readonly variant: MessageVariant;
  readonly duration: number | null;
}

/** Milliseconds, for error messages and for messages about a failed request, whatever their variant. */
export const ERROR_DURATION = 5000;
/** Milliseconds, for successes, warnings and information. */
const DEFAULT_DURATION = 6000;
/** Milliseconds. A message with an action takes time to read, to decide on and to reach, also by keyboard. */
const ACTION_DURATION = 20_000;
/** More messages would cover the page. */
const MAX_MESSAGES = 4;
/** Maximum number of messages in the history; nobody looks further back. */
const MAX_HISTORY = 50;

/** The messages on screen, the oldest first. */
export const messages = createStore<readonly Message[]>([]);

/** A message in the history; its action is no longer offered. */
export type PastMessage = Pick<Message, 'id' | 'message' | 'variant'> & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** The messages of this session, the newest first. */
export const messageHistory = createStore<readonly PastMessage[]>([]);

export const clearMessageHistory = (): void => messageHistory.set([]);

const DURATIONS: Readonly<Record<MessageVariant, number>> = {
  error: ERROR_DURATION,
  success: DEFAULT_DURATION,
  warning: DEFAULT_DURATION,
  info: DEFAULT_DURATION,
};

let lastMessageId = 0;

/**
 * Shows a message at the top centre, from anywhere. A message without an action is not repeated while the same text is
 * still on screen. Returns its id for `closeMessage`.
 */
export function showMessage(input: MessageInput): number {
  const variant = input.variant ?? 'error';
  const visibleMessages = messages.get();
  const duplicate = visibleMessages.find((m) => m.message === input.message && m.variant === variant && !input.action);
  if (duplicate) return duplicate.id;
  lastMessageId += 1;
  const defaultDuration = input.action ? ACTION_DURATION : DURATIONS[variant];
  const duration = input.duration === undefined ? defaultDuration : input.duration;
  messages.set([...visibleMessages, { ...input, id: lastMessageId, variant, duration }].slice(-MAX_MESSAGES));
  const pastMessage = { id: lastMessageId, message: input.message, variant, at: Date.now() };
  messageHistory.set([pastMessage, ...messageHistory.get()].slice(0, MAX_HISTORY));
  return lastMessageId;
}

export function closeMessage(id: number): void {
  messages.set(messages.get().filter((m) => m.id !== id));
}

/** Closes all messages, because they no longer apply. */
export const closeAllMessages = (): void => messages.set([]);

/**
 * Shows the messages of `showMessage` events: `new CustomEvent('showMessage', { detail: { message, variant } })`.
 * Invalid details are ignored, because any script on the page, even an extension's, can dispatch events. Returns a
 * function that stops listening.
 */
export function listenForMessages(target: EventTarget): () => void {
  const listener = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (typeof detail !== 'object' || detail === null || !('message' in detail)) return;
    const { message } = detail;
    if (typeof message !== 'string' || message.trim() === '') return;
    const requestedVariant = 'variant' in detail ? detail.variant : undefined;
    showMessage({ message, variant: MESSAGE_VARIANTS.find((variant) => variant === requestedVariant) });
  };
  target.addEventListener('showMessage', listener);
  return () => target.removeEventListener('showMessage', listener);
}
