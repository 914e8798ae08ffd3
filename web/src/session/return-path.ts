const KEY = 'innkeeper.return';

/** Remembers where a visitor wanted to go before the sign-in came between, unless it is the sign-in itself. Kept per tab. */
export function rememberPath(path: string): void {
  if (!/^\/login(?:\?|$)/.test(path)) sessionStorage.setItem(KEY, path);
}

/** The remembered path; only paths of this console are taken. It stays until a page has been reached. */
export function rememberedPath(): string | undefined {
  const path = sessionStorage.getItem(KEY);
  return path !== null && /^\/(?!\/|\\)/.test(path) ? path : undefined;
}

export const forgetPath = (): void => sessionStorage.removeItem(KEY);
