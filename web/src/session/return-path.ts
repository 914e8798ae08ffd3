const STORAGE_KEY = 'innkeeper.return';

/** Stores the page that a user wanted to open before signing in, unless it is the sign-in page. Stored per tab. */
export function saveReturnPath(path: string): void {
  if (!/^\/login(?:\?|$)/.test(path)) sessionStorage.setItem(STORAGE_KEY, path);
}

/** The stored path, if it is a path of this console. It is retained until a page has been reached. */
export function readReturnPath(): string | undefined {
  const path = sessionStorage.getItem(STORAGE_KEY);
  return path !== null && /^\/(?!\/|\\)/.test(path) ? path : undefined;
}

export const clearReturnPath = (): void => sessionStorage.removeItem(STORAGE_KEY);
