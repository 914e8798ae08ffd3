/** The relative change of a value, such as `+12%`; empty if the earlier value was zero. */
export function formatChange(current: string | number, previous: string | number): string {
  const previousValue = Number(previous);
  if (previousValue === 0) return '';
  const percent = Math.round(((Number(current) - previousValue) / previousValue) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}
