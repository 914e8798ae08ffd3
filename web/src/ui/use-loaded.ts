import { useEffect, useState } from 'react';

/**
 * A part of the console that is fetched when it is first wanted; undefined until it is there. For parts that open at a key or a
 * click: `lazy` would suspend even if the part has been fetched before, and React holds a suspended part back for 300 ms.
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
          // Drawing fails then, as it does with `lazy`.
          throw error;
        }),
    );
  }, [isMissing, load]);
  return loaded;
}
