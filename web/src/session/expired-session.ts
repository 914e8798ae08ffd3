import { isObject } from '../ui/is-object.ts';
import { readStored, writeStored } from '../ui/stored-json.ts';

/** Unsaved input that this browser stores as a draft: an unfinished sale, or the values of another form. */
export type UnsavedInput = 'sale' | 'form';

/** What the sign-in page shows after a session has expired. Stored per tab. */
interface ExpiredSession {
  readonly username: string;
  readonly unsavedInput: UnsavedInput | null;
}

const STORAGE_KEY = 'innkeeper.expired';
const unsavedInputs = new Set<{ readonly kind: UnsavedInput; readonly isUnsaved: () => boolean }>();

/**
 * Registers input whose draft the sign-in page mentions if it is unsaved when the session expires. Returns a function
 * that removes it.
 */
export function registerUnsavedInput(kind: UnsavedInput, isUnsaved: () => boolean): () => void {
  const input = { kind, isUnsaved };
  unsavedInputs.add(input);
  return () => void unsavedInputs.delete(input);
}

export function saveExpiredSession(username: string): void {
  const input = [...unsavedInputs].findLast(({ isUnsaved }) => isUnsaved());
  writeStored(sessionStorage, STORAGE_KEY, { username, unsavedInput: input?.kind ?? null } satisfies ExpiredSession);
}

export function readExpiredSession(): ExpiredSession | null {
  const stored = readStored(sessionStorage, STORAGE_KEY);
  if (!isObject(stored) || typeof stored['username'] !== 'string') return null;
  const { username, unsavedInput } = stored;
  return { username, unsavedInput: unsavedInput === 'sale' || unsavedInput === 'form' ? unsavedInput : null };
}

export const clearExpiredSession = (): void => void writeStored(sessionStorage, STORAGE_KEY, null);
