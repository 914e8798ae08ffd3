import { getCountry, getTimezone } from 'countries-and-timezones';
import countries from 'country-locale-map/countries.json' with { type: 'json' };
import { COUNTRY_CORRECTIONS, NOT_IN_ISO } from './country-corrections.ts';

/** A country as reference data: without a region of the group, a rate or a spelling. */
export interface WorldCountry {
  readonly name: string;
  /** ISO 3166-1 codes: 2 letters, 3 letters, 3 digits. */
  readonly cca2: string;
  readonly cca3: string;
  readonly ccn3: string;
  /** IANA time zone of the capital or of most people. */
  readonly time_zone: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Number of decimals shown for the currency. */
  readonly decimals: number;
  readonly capital: string | null;
  readonly w_region: string;
  readonly sub_region: string;
  /** Degrees as decimal text; north and east are positive. */
  readonly latitude: string;
  readonly longitude: string;
}

/** Countries and territories of ISO 3166-1, sorted by name. */
export function worldCountries(): WorldCountry[] {
  return countries
    .filter((c) => !NOT_IN_ISO.has(c.alpha2))
    .map((c): WorldCountry => {
      const correction = COUNTRY_CORRECTIONS[c.alpha2] ?? {};
      const capital = correction.capital === undefined ? (c.capital ?? null) : correction.capital;
      const currency = correction.currency ?? c.currency;
      const [latitude, longitude] = correction.position ?? [c.latitude ?? '', c.longitude ?? ''];
      return {
        name: correction.name ?? c.name,
        cca2: c.alpha2,
        cca3: c.alpha3,
        ccn3: c.numeric.padStart(3, '0'),
        time_zone: correction.time_zone ?? findMainTimeZone(c.alpha2, capital),
        currency,
        decimals: decimalsOf(currency),
        capital,
        w_region: c.continent,
        sub_region: c.region,
        latitude,
        longitude,
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The zone named after the capital, else the only zone not shared with other countries, else the only zone. */
function findMainTimeZone(cca2: string, capital: string | null): string {
  // Include names that the time zone database merged into a neighbour's, such as Africa/Luanda: they are still valid
  // and belong to the country.
  const allZones = getCountry(cca2, { deprecated: true })?.timezones ?? [];
  const currentZones = getCountry(cca2)?.timezones ?? [];
  const zonesOfCapital = allZones.filter(
    (zone) => capital !== null && normalizeName(zone.split('/').at(-1) ?? '') === normalizeName(capital),
  );
  const exclusiveZones = allZones.filter((zone) => getTimezone(zone)?.countries.length === 1);
  const zone =
    zonesOfCapital.find((z) => currentZones.includes(z)) ??
    zonesOfCapital[0] ??
    (exclusiveZones.length === 1 ? exclusiveZones[0] : currentZones.length === 1 ? currentZones[0] : undefined);
  if (zone === undefined)
    throw new Error(`${cca2} has several time zones; name the main one in country-corrections.ts`);
  return zone;
}

const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
