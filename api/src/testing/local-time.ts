/** `YYYY-MM-DD HH:mm:ss` in UTC, converted to the local time of a zone. */
export function localTime(instant: string, zone: string): string {
  const date = new Date(`${instant.replace(' ', 'T')}Z`);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(date);
}
