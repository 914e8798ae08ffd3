import {
  type Field,
  type Language,
  type RecordChanges,
  type ResourceDefinition,
  decisionLabel,
  getResource,
  isResourceKey,
  parseLoggedValue,
} from '@innkeeper/contract';
import { formatCell } from './format-cell.ts';
import { formatLocalTime } from './stored-text.ts';

/** Shown for a missing value. */
const EMPTY_MARK = '–';

/**
 * Describes the changes of a record: `Last name: Surya → Santoso; Active: Yes → No`, with the resource's labels in
 * field order. Omits internal columns, which are not fields. For logged decisions, which are no records, it uses the
 * values of the log.
 */
export function formatChanges(
  { resource, currency, fields }: RecordChanges,
  language: Language,
  timeZone: string,
): string {
  if (!isResourceKey(resource))
    return Object.entries(fields)
      .map(
        ([name, texts]) => `${decisionLabel(name)[language]}: ${texts.map((text) => text ?? EMPTY_MARK).join(' → ')}`,
      )
      .join('; ');
  const d: ResourceDefinition = getResource(resource);
  return Object.entries(d.fields)
    .flatMap(([name, f]) => {
      const shownValues = fields[name]?.map((text) => formatValue(f, text, language, timeZone, currency));
      return shownValues ? [`${f.label[language]}: ${shownValues.join(' → ')}`] : [];
    })
    .join('; ');
}

function formatValue(
  f: Field,
  text: string | null,
  language: Language,
  timeZone: string,
  currency: string | null | undefined,
): string {
  if (text === null || text === '') return EMPTY_MARK;
  switch (f.kind) {
    case 'money':
      return [currency, formatCell(f, text, language)].filter(Boolean).join(' ');
    case 'reference':
    case 'option':
      return text;
    case 'references':
      return String((JSON.parse(text) as unknown[]).length); // the log stores the ids as a list
    case 'instant':
      return formatCell(f, formatLocalTime(new Date(text), timeZone), language);
    default:
      return formatCell(f, String(parseLoggedValue(f, text)), language);
  }
}
