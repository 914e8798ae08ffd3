import type { Label } from '@innkeeper/contract';

const formats = {
  en: new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  id: new Intl.DateTimeFormat('id-ID', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' }),
};

/** A day (`YYYY-MM-DD`) as 'DD MMM Y', as the console writes it; empty without one. */
export function dayLabel(day: string | null): Label {
  const date = new Date(`${day ?? ''}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? { en: '', id: '' }
    : // The console cuts every month to three letters; British English would leave September four.
      { en: formats.en.format(date).replace('Sept', 'Sep'), id: formats.id.format(date) };
}
