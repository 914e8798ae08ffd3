const KEY = 'innkeeper.return';

/** Remembers the page that a visitor wanted before signing in, unless it is the sign-in page. Stored per tab. */
export function saveReturnPath(path: string): void {
  if (!/^\/login(?:\?|$)/.test(path)) sessionStorage.setItem(KEY, path);
}

/** The remembered path; accepts only paths of this console. It is retained until a page has been reached. */
export function returnPath(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  return path !== null && /^\/(?!\/|\\)/.test(path) ? path : undefined;
}

export const clearReturnPath = (): void => sessionStorage.removeItem(KEY);
