/** Loads the parts of a page before it is opened. */
type Preload = (path: string) => void;

let registered: Preload = () => undefined;

/** Registers the implementation; called by the code that knows the pages. */
export function registerPreload(work: Preload): void {
  registered = work;
}

/** Loads the parts that a page will need while a call is still running. */
export const preload: Preload = (path) => registered(path);
