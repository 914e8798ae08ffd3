type SessionEndListener = () => void;
const listeners = new Set<SessionEndListener>();

/**
 * Registers a listener for the end of a session, to clear everything that belongs to it: caches, dialogs, and loaded
 * data.
 */
export function onSessionEnd(listener: SessionEndListener): void {
  listeners.add(listener);
}

export function emitSessionEnd(): void {
  for (const listener of listeners) listener();
}
