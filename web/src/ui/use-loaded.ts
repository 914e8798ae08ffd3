import { useEffect, useState } from 'react';

/**
 * A part of the console that is loaded when it is first requested; undefined until then. For parts that open on a key
 * or a click: `lazy` would suspend even if the part has been loaded before, and React delays a suspended part by 300
 * ms.
 */
export function useLoaded<T>(load: () => Promise<T>, isRequested: boolean): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  const isMissing = isRequested && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return;
    load().then(
      (part) => setLoaded(() => part),
      (error: unknown) =>
        setLoaded(() => {
          // Rendering then throws, as with `lazy`.
          throw error;
        }),
    );
  }, [isMissing, load]);
  return loaded;
}
