import { useEffect, useState } from 'react';

/**
 * Loads a part of the console when it is first requested; undefined until then. For parts that open on a key or a
 * click: `lazy` suspends even if the module has been loaded before, and React delays a suspended part by 300 ms.
 */
export function useLoaded<T>(load: () => Promise<T>, isRequested: boolean): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  const isMissing = isRequested && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return;
    load().then(
      (module) => setLoaded(() => module),
      (error: unknown) =>
        setLoaded(() => {
          // Throws during rendering, as `lazy` does.
          throw error;
        }),
    );
  }, [isMissing, load]);
  return loaded;
}
