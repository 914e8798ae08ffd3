import { useEffect, useState } from 'react';

/** Milliseconds of rest after which a typed value is worth a question to the server. */
const PAUSE = 350;

/** A value once it has stood still; at first the value itself. */
export function useSettled<T>(value: T, pause = PAUSE): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
