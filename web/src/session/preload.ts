/** Fetches the parts of a page before it is opened. */
type Preload = (path: string) => void;

let given: Preload = () => undefined;

/** Hands it in, from the code that knows the pages. */
export function preloadBy(work: Preload): void {
  given = work;
}

/** Fetches the parts of a page that it will need, while there is something else to wait for. */
export const preload: Preload = (path) => given(path);
