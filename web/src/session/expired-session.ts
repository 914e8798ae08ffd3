import { isObject } from '../ui/is-object.ts';
import { readStored, writeStored } from '../ui/stored-json.ts';

/** Input that the browser keeps when a session expires: an unfinished sale, or the values of another form. */
export type KeptInput = 'sale' | 'form';

/** What the sign-in page shows after a session has expired. Stored per tab. */
interface ExpiredSession {
  readonly username: string;
  readonly keptInput: KeptInput | null;
}

const STORAGE_KEY = 'innkeeper.expired';
const unsavedInputs = new Set<{ readonly kind: KeptInput; readonly isUnsaved: () => boolean }>();

/** Registers input that is kept if it is unsaved when the session expires. Returns a function that removes it. */
export function registerKeptInput(kind: KeptInput, isUnsaved: () => boolean): () => void {
  const input = { kind, isUnsaved };
  unsavedInputs.add(input);
  return () => void unsavedInputs.delete(input);
}

export function saveExpiredSession(username: string): void {
  const input = [...unsavedInputs].findLast(({ isUnsaved }) => isUnsaved());
  writeStored(sessionStorage, STORAGE_KEY, { username, keptInput: input?.kind ?? null } satisfies ExpiredSession);
}

export function readExpiredSession(): ExpiredSession | null {
  const stored = readStored(sessionStorage, STORAGE_KEY);
  if (!isObject(stored) || typeof stored['username'] !== 'string') return null;
  const { username, keptInput } = stored;
  return { username, keptInput: keptInput === 'sale' || keptInput === 'form' ? keptInput : null };
}

export const clearExpiredSession = (): void => void writeStored(sessionStorage, STORAGE_KEY, null);
