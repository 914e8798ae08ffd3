type Listener = () => void;
const listeners = new Set<Listener>();

/**
 * Registers a listener for the end of a session, to clear everything that belongs to it: caches, dialogs, and loaded
 * data.
 */
export function onSessionEnd(listener: Listener): void {
  listeners.add(listener);
}

export function emitSessionEnd(): void {
  for (const listener of listeners) listener();
}
