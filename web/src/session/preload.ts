/** Loads the parts of a page before it is opened. */
type Preload = (path: string) => void;

let given: Preload = () => undefined;

/** Registers the function, called by the code that knows the pages. */
export function registerPreload(work: Preload): void {
  given = work;
}

/** Loads the parts that a page will need, while something else is pending. */
export const preload: Preload = (path) => given(path);
