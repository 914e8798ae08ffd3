import { createStore } from './store.ts';

const VARIANTS = ['success', 'warning', 'error', 'info'] as const;
export type MessageVariant = (typeof VARIANTS)[number];

export interface MessageInput {
  message: string;
  /** `error` by default. */
  variant?: MessageVariant;
  /** Milliseconds until it goes by itself: those of its variant or action by default; null keeps it until it is closed. */
  duration?: number | null;
  /** Something to do about it: "Undo". */
  action?: { label: string; onClick: () => void };
}

export interface Message extends MessageInput {
  readonly id: number;
  readonly variant: MessageVariant;
  readonly duration: number | null;
}

/** Failed requests, whatever their variant, and a message without a variant: an error by default. */
export const ERROR_DURATION = 5000;
/** That something went well, or is worth knowing. */
const OTHER_DURATION = 6000;
/** A message with an action takes time to read, to think about and to reach, by keyboard too. */
const ACTION_DURATION = 20_000;
/** More would cover the page. */
const MAX_MESSAGES = 4;
/** As far back as people look. */
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
  success: OTHER_DURATION,
  warning: OTHER_DURATION,
  info: OTHER_DURATION,
};

let lastId = 0;

/**
 * Shows a message at the top centre, from anywhere. The same words that are still on screen are not said twice.
 * Returns its id for `closeMessage`.
 */
export function showMessage(input: MessageInput): number {
  const variant = input.variant ?? 'error';
  const shown = messages.get();
  const same = shown.find((m) => m.message === input.message && m.variant === variant && !input.action);
  if (same) return same.id;
  lastId += 1;
  const defaultDuration = input.action ? ACTION_DURATION : DURATIONS[variant];
  const duration = input.duration === undefined ? defaultDuration : input.duration;
  messages.set([...shown, { ...input, id: lastId, variant, duration }].slice(-MAX_MESSAGES));
  const past = { id: lastId, message: input.message, variant, at: Date.now() };
  messageHistory.set([past, ...messageHistory.get()].slice(0, MAX_HISTORY));
  return lastId;
}

export function closeMessage(id: number): void {
  messages.set(messages.get().filter((m) => m.id !== id));
}

/** Takes all messages away: they no longer apply. */
export const closeAllMessages = (): void => messages.set([]);

/**
 * Shows what is raised as a `showMessage` event: `new CustomEvent('showMessage', { detail: { message, variant } })`. Details that
 * are no message are ignored: any script of the page, an extension too, can raise events.
 */
export function listenForMessages(target: EventTarget): () => void {
  const listener = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (typeof detail !== 'object' || detail === null || !('message' in detail)) return;
    const { message } = detail;
    if (typeof message !== 'string' || message.trim() === '') return;
    const givenVariant = 'variant' in detail ? detail.variant : undefined;
    showMessage({ message, variant: VARIANTS.find((variant) => variant === givenVariant) });
  };
  target.addEventListener('showMessage', listener);
  return () => target.removeEventListener('showMessage', listener);
}
