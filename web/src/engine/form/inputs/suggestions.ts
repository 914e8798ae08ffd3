let timeZones: readonly string[] | undefined;

/** The suggestions for a text of this name; undefined if any text will do. */
export function suggestionsFor(name: string): readonly string[] | undefined {
  if (name !== 'time_zone') return undefined;
  timeZones ??= Intl.supportedValuesOf('timeZone');
  return timeZones;
}
