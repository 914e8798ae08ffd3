import {
  type Field,
  type ImportColumn,
  type Language,
  type ResourceDefinition,
  allFields,
  importFields,
} from '@innkeeper/contract';

/** A field that a column of a file may go to. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  /** Every new record must have it. */
  readonly isRequired: boolean;
}

/** The fields that columns of a file may feed, in the order of the form; the id, which changes a record, at the end. */
export function importChoices(d: ResourceDefinition, language: Language): readonly ImportField[] {
  const { id, ...fields } = importFields(d);
  const choices = Object.entries(fields).map(([name, f]) => ({
    name,
    label: f.label[language],
    isRequired: f.required === true,
  }));
  return id ? [...choices, { name: 'id', label: id.label[language], isRequired: false }] : choices;
}

/** The label of a field over a column of a file. */
export const importLabel = (d: ResourceDefinition, name: string, language: Language): string =>
  importFields(d)[name]?.label[language] ?? name;

/** The field of each column: the user's choice, else the server's guess. */
export const targetsOf = (
  columns: readonly ImportColumn[],
  mapping: Readonly<Record<string, string | null>>,
): readonly (string | null)[] =>
  columns.map(({ header, field }) => (Object.hasOwn(mapping, header) ? (mapping[header] ?? null) : field));

/** Headings that stand over several columns: which one is meant cannot be said. */
export const repeatedHeadings = (columns: readonly ImportColumn[]): ReadonlySet<string> =>
  new Set(columns.map(({ header }) => header).filter((header, i, all) => all.indexOf(header) !== i));

/** Fields that several columns go to. */
export const doubleTargets = (targets: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(targets.filter((field, i): field is string => field !== null && targets.indexOf(field) !== i));

/** Required fields that nothing feeds, so that no new record can be made. A user with one hotel need not name it. */
export const unfedFields = (
  choices: readonly ImportField[],
  targets: readonly (string | null)[],
  hasOneHotel: boolean,
): readonly ImportField[] =>
  choices.filter(
    ({ name, isRequired }) => isRequired && !targets.includes(name) && !(name === 'hotel_id' && hasOneHotel),
  );

/** The headings of an empty file: each names its field to people, or by its key where the words stand for several fields. */
export function templateHeadings(d: ResourceDefinition, language: Language): readonly string[] {
  const words = Object.values(allFields(d)).map((f) => new Set(bothWords(f)));
  return importChoices(d, language)
    .filter(({ name }) => name !== 'id')
    .map(({ name, label }) => (words.filter((w) => w.has(normal(label))).length === 1 ? label : name));
}

const normal = (label: string): string => label.trim().toLowerCase();
const bothWords = (f: Field): string[] => [normal(f.label.en), normal(f.label.id)];

/** One line of a CSV file. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
