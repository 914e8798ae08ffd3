import { createStore } from './store.ts';

export type MessageVariant = 'success' | 'warning' | 'error' | 'info';

export interface MessageInput {
  message: string;
  /** `error` by default. */
  variant?: MessageVariant;
  /** Milliseconds until it goes by itself; null keeps it until it is closed. */
  duration?: number | null;
  /** Something to do about it: "Undo". */
  action?: { label: string; onClick: () => void };
}

export interface Message extends MessageInput {
  readonly id: number;
  readonly variant: MessageVariant;
  readonly duration: number | null;
}

/** Errors of requests, and the default. */
export const DEFAULT_DURATION = 5000;
/** Everything that says that something went well, or has an action to think about. */
export const LONG_DURATION = 6000;
/** More would cover the page. */
const MOST = 4;

/** The messages on screen, the oldest first. */
export const messages = createStore<readonly Message[]>([]);

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
  const duration = input.duration === undefined ? DEFAULT_DURATION : input.duration;
  messages.set([...shown, { ...input, id: lastId, variant, duration }].slice(-MOST));
  return lastId;
}

export function closeMessage(id: number): void {
  messages.set(messages.get().filter((m) => m.id !== id));
}

/** Takes all messages away: what they spoke of is over. */
export const closeAllMessages = (): void => messages.set([]);
