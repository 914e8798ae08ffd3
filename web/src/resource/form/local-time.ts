/** Between the wire's UTC instants and the local time that people type. Both are `YYYY-MM-DD HH:mm:ss`. */

const two = (n: number): string => String(n).padStart(2, '0');

/** A moment as local wall time. */
export const localStamp = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;

/** `2026-03-01 17:30:00` in UTC as local wall time; null for a text that is no instant. */
export function localFromUtc(utc: string): string | null {
  const at = new Date(`${utc.replace(' ', 'T')}Z`);
  return Number.isNaN(at.getTime()) ? null : localStamp(at);
}
