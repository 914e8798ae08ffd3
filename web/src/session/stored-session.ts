/** The session as stored between visits, and shared by the tabs of a browser. */
export interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Milliseconds since 1970 by this device's clock. */
  readonly expired_at: number;
  readonly remember_me: boolean;
}

const STORAGE_KEY = 'innkeeper.session';

function parseSession(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

export function isSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Partial<Record<keyof StoredSession, unknown>>; // every field is checked below
  return (
    typeof fields.access_token === 'string' &&
    typeof fields.refresh_token === 'string' &&
    typeof fields.expired_at === 'number' &&
    typeof fields.remember_me === 'boolean'
  );
}

/** The stored session, or null. Remembered sessions outlive the browser; others end with the last tab. */
export const readSession = (): StoredSession | null =>
  parseSession(localStorage.getItem(STORAGE_KEY)) ?? parseSession(sessionStorage.getItem(STORAGE_KEY));

export function writeSession(session: StoredSession): void {
  const [targetStorage, otherStorage] = session.remember_me
    ? [localStorage, sessionStorage]
    : [sessionStorage, localStorage];
  otherStorage.removeItem(STORAGE_KEY);
  targetStorage.setItem(STORAGE_KEY, JSON.stringify(session));
}

export function clearSession(): void {
  localStorage.removeItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
}
