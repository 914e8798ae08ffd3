let timeZones: readonly string[] | undefined;

/** The suggestions for the text field with this name; undefined if there are none. */
export function suggestionsFor(name: string): readonly string[] | undefined {
  if (name !== 'time_zone') return undefined;
  timeZones ??= Intl.supportedValuesOf('timeZone');
  return timeZones;
}
