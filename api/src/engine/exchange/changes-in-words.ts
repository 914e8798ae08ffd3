import {
  type Field,
  type Language,
  type RecordChanges,
  type ResourceDefinition,
  getResource,
  isResourceKey,
  loggedValue,
} from '@innkeeper/contract';
import { cellInWords } from './cells-in-words.ts';
import { localText } from './held-text.ts';

/** Stands for a value that is not there. */
const NOTHING = '–';

/**
 * The changes of a record as people read them: `Last name: Surya → Santoso; Active: Yes → No`, by the labels of the resource and in the
 * order of its fields. Columns that are no field are the program's own, and not told. Decisions are no records: the log's own words for them.
 */
export function changesInWords({ resource, fields }: RecordChanges, language: Language, timeZone: string): string {
  if (!isResourceKey(resource))
    return Object.entries(fields)
      .map(([name, texts]) => `${name}: ${texts.map((text) => text ?? NOTHING).join(' → ')}`)
      .join('; ');
  const d: ResourceDefinition = getResource(resource);
  return Object.entries(d.fields)
    .flatMap(([name, f]) => {
      const told = fields[name]?.map((text) => valueInWords(f, text, language, timeZone));
      return told ? [`${f.label[language]}: ${told.join(' → ')}`] : [];
    })
    .join('; ');
}

function valueInWords(f: Field, text: string | null, language: Language, timeZone: string): string {
  if (text === null || text === '') return NOTHING;
  switch (f.kind) {
    case 'reference':
    case 'option':
      return text;
    case 'references':
      return String((JSON.parse(text) as unknown[]).length); // the log has the list of their ids
    case 'instant':
      return cellInWords(f, localText(new Date(text), timeZone), language);
    default:
      return cellInWords(f, String(loggedValue(f, text)), language);
  }
}
