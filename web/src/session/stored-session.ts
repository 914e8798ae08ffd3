/** The session as stored between visits, and shared by the tabs of a browser. */
export interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Milliseconds since 1970 by this device's clock. */
  readonly expired_at: number;
  readonly remember_me: boolean;
}

const KEY = 'innkeeper.session';

function parse(text: string | null): StoredSession | null {
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
  parse(localStorage.getItem(KEY)) ?? parse(sessionStorage.getItem(KEY));

export function writeSession(session: StoredSession): void {
  const [target, drop] = session.remember_me ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  drop.removeItem(KEY);
  target.setItem(KEY, JSON.stringify(session));
}

export function clearSession(): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
}
