import { useEffect, useState } from 'react';

/** Milliseconds of rest after which a typed value is worth a question to the server. */
const PAUSE = 350;

/** A value once it has stood still; at first the value itself. */
export function useStill<T>(value: T, pause = PAUSE): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return still;
}
