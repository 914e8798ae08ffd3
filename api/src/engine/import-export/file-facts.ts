import type { Language } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { Actor } from '../../access/actor.ts';
import { findVisiblePlaces } from '../../access/visible-places.ts';
import { formatMoment } from '../../platform/http/format-day.ts';
import { fileFactTexts } from '../../texts/file-facts.ts';
import type { FilterContext } from '../resources/conditions.ts';
import { formatNumber } from './format-cell.ts';

/**
 * A fact that a file states about itself, so that a reader of the printout knows what it contains and for whom it was
 * made.
 */
export type Fact = readonly [word: string, meaning: string];

/** The filters, in words. */
export const createFiltersFact = (filters: readonly string[], language: Language): Fact => [
  fileFactTexts.filters[language],
  filters.length === 0 ? fileFactTexts.noFilters[language] : filters.join('; '),
];

/** The number of rows. */
export const createRowsFact = (count: number, language: Language): Fact => [
  fileFactTexts.rows[language],
  formatNumber(String(count)),
];

/** That moments are shown in the time of their hotel. */
export const createHotelTimeFact = (language: Language): Fact => [
  fileFactTexts.moments[language],
  fileFactTexts.ofTheHotel[language],
];

/** The hotels that the reader may see, who the reader is, and the time. */
export async function describeReader(
  db: Db,
  actor: Actor,
  { now, timeZone }: FilterContext,
  language: Language,
): Promise<readonly Fact[]> {
  return [
    [fileFactTexts.hotels[language], await describeHotels(db, actor, language)],
    [fileFactTexts.by[language], actor.name],
    [fileFactTexts.at[language], `${formatMoment(formatLocal(now, timeZone), language)} (${timeZone})`],
  ];
}

async function describeHotels(db: Db, actor: Actor, language: Language): Promise<string> {
  const places = await findVisiblePlaces(db, actor);
  if (places === null) return fileFactTexts.everyHotel[language];
  const names = places.map(({ name, is_region }) => (is_region ? `${name} (${fileFactTexts.region[language]})` : name));
  return names.length === 0 ? fileFactTexts.noHotel[language] : names.join(', ');
}

/** Formats an instant in a time zone as `YYYY-MM-DD HH:mm:ss`. */
function formatLocal(moment: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
