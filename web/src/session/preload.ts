/** Fetches the parts of a page before it is opened. */
type Preload = (path: string) => void;

let given: Preload = () => undefined;

/** Hands it in, by who knows the pages. */
export function preloadBy(work: Preload): void {
  given = work;
}

/** Fetches what a page will need, while there is something else to wait for. */
export const preload: Preload = (path) => given(path);
