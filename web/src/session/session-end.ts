type Listener = () => void;
const listeners = new Set<Listener>();

/** Called when a session is over, so that nothing of it stays: caches, dialogs, all data read with it. */
export function onSessionEnd(listener: Listener): void {
  listeners.add(listener);
}

export function tellSessionEnd(): void {
  for (const listener of listeners) listener();
}
