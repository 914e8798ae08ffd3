/** Loads the parts of a page before it is opened. */
type PreloadPage = (path: string) => void;

let preloadPage: PreloadPage = () => undefined;

/** Registers the implementation, which only code that knows the pages can have. */
export function registerPreload(implementation: PreloadPage): void {
  preloadPage = implementation;
}

/** Loads the parts that a page will need while a call is still running. */
export const preload: PreloadPage = (path) => preloadPage(path);
