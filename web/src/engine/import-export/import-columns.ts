import {
  type Field,
  type ImportColumn,
  type Language,
  type ResourceDefinition,
  allFields,
  importFields,
  isMatchOnly,
  normalizeHeading,
} from '@innkeeper/contract';

/** A field that a column of a file can be mapped to. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  /** Required in every new record. */
  readonly isRequired: boolean;
}

/**
 * The fields that columns of a file can be mapped to, in form order. Those that only find an existing
 * record come last.
 */
export function importChoices(definition: ResourceDefinition, language: Language): readonly ImportField[] {
  const choices = Object.entries(importFields(definition)).map(([name, f]) => ({
    name,
    label: f.label[language],
    isRequired: f.required === true && name !== 'id',
  }));
  return choices.toSorted((a, b) => Number(isMatchOnly(definition, a.name)) - Number(isMatchOnly(definition, b.name)));
}

/** The label of a field as a column heading. */
export const importLabel = (definition: ResourceDefinition, name: string, language: Language): string =>
  importFields(definition)[name]?.label[language] ?? name;

/** The field of each column: the user's choice, otherwise the server's suggestion. */
export const mapColumns = (
  columns: readonly ImportColumn[],
  mapping: Readonly<Record<string, string | null>>,
): readonly (string | null)[] =>
  columns.map(({ header, field }) => (Object.hasOwn(mapping, header) ? (mapping[header] ?? null) : field));

/** Headings that several columns share, and that are therefore ambiguous. */
export const repeatedHeadings = (columns: readonly ImportColumn[]): ReadonlySet<string> =>
  new Set(columns.map(({ header }) => header).filter((header, index, headers) => headers.indexOf(header) !== index));

/** Fields to which several columns are mapped. */
export const duplicateTargets = (targets: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(targets.filter((field, index): field is string => field !== null && targets.indexOf(field) !== index));

/** The fields without a column that can have the same value in every row. */
export const unmappedFields = (
  definition: ResourceDefinition,
  choices: readonly ImportField[],
  targets: readonly (string | null)[],
): readonly ImportField[] => choices.filter(({ name }) => !targets.includes(name) && !isMatchOnly(definition, name));

/**
 * Fields without which no record can be created. The hotel is not required of a user with a single one.
 */
export const requiredFields = (fields: readonly ImportField[], hasOneHotel: boolean): readonly ImportField[] =>
  fields.filter(({ name, isRequired }) => isRequired && !(name === 'hotel_id' && hasOneHotel));

/** The headings of the template: the label of each field, or its key if several fields share the label. */
export function templateHeadings(definition: ResourceDefinition, language: Language): readonly string[] {
  const labelSets = Object.values(allFields(definition)).map((f) => new Set(labelVariants(f)));
  return importChoices(definition, language)
    .filter(({ name }) => !isMatchOnly(definition, name))
    .map(({ name, label }) =>
      labelSets.filter((labels) => labels.has(normalizeHeading(label))).length === 1 ? label : name,
    );
}

const labelVariants = (f: Field): string[] => [normalizeHeading(f.label.en), normalizeHeading(f.label.id)];

/** One line of a CSV file. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
