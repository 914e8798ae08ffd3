import {
  type Field,
  type ImportColumn,
  type Language,
  type ResourceDefinition,
  allFields,
  importFields,
} from '@innkeeper/contract';

/** A field that a column of a file can be mapped to. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  /** Required in every new record. */
  readonly isRequired: boolean;
}

/**
 * The fields that columns of a file can be mapped to, in form order. The id comes last: it selects an existing record
 * to update.
 */
export function importChoices(d: ResourceDefinition, language: Language): readonly ImportField[] {
  const { id, ...fields } = importFields(d);
  const choices = Object.entries(fields).map(([name, f]) => ({
    name,
    label: f.label[language],
    isRequired: f.required === true,
  }));
  return id ? [...choices, { name: 'id', label: id.label[language], isRequired: false }] : choices;
}

/** The label of a field as a column heading. */
export const importLabel = (d: ResourceDefinition, name: string, language: Language): string =>
  importFields(d)[name]?.label[language] ?? name;

/** The field of each column: the user's choice, otherwise the server's suggestion. */
export const targetsOf = (
  columns: readonly ImportColumn[],
  mapping: Readonly<Record<string, string | null>>,
): readonly (string | null)[] =>
  columns.map(({ header, field }) => (Object.hasOwn(mapping, header) ? (mapping[header] ?? null) : field));

/** Headings of several columns, which are therefore ambiguous. */
export const repeatedHeadings = (columns: readonly ImportColumn[]): ReadonlySet<string> =>
  new Set(columns.map(({ header }) => header).filter((header, i, all) => all.indexOf(header) !== i));

/** Fields to which several columns are mapped. */
export const duplicateTargets = (targets: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(targets.filter((field, i): field is string => field !== null && targets.indexOf(field) !== i));

/**
 * Required fields without a column, so that no record can be created. A user with a single hotel need not provide it.
 */
export const unmappedFields = (
  choices: readonly ImportField[],
  targets: readonly (string | null)[],
  hasOneHotel: boolean,
): readonly ImportField[] =>
  choices.filter(
    ({ name, isRequired }) => isRequired && !targets.includes(name) && !(name === 'hotel_id' && hasOneHotel),
  );

/** The headings of an empty file: the label of each field, or its key if several fields share the label. */
export function templateHeadings(d: ResourceDefinition, language: Language): readonly string[] {
  const words = Object.values(allFields(d)).map((f) => new Set(bothLabels(f)));
  return importChoices(d, language)
    .filter(({ name }) => name !== 'id')
    .map(({ name, label }) => (words.filter((w) => w.has(normal(label))).length === 1 ? label : name));
}

const normal = (label: string): string => label.trim().toLowerCase();
const bothLabels = (f: Field): string[] => [normal(f.label.en), normal(f.label.id)];

/** One line of a CSV file. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
