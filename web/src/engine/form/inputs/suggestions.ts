let timeZones: readonly string[] | undefined;

/** What is offered while a text of this name is typed; undefined where anything goes. */
export function suggestionsFor(name: string): readonly string[] | undefined {
  if (name !== 'time_zone') return undefined;
  timeZones ??= Intl.supportedValuesOf('timeZone');
  return timeZones;
}
