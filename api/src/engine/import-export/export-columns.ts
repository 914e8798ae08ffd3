import {
  type ColumnPath,
  type Language,
  type RecordChanges,
  type ResourceDefinition,
  siblingColumn,
  renderedColumns,
  getColumn,
  listColumns,
  message,
} from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import { getListColumns } from '../resources/scoped-source.ts';
import { formatChanges } from './format-changes.ts';

/** A column of an export. */
export interface ExportColumn {
  readonly path: ColumnPath;
  readonly heading: string;
  /** Pixels, as in the list. */
  readonly width: number;
  /** The column to read instead, and the function that formats its texts, with the zone for moments. */
  readonly formatter?: { readonly source: ColumnPath; readonly format: (text: string, timeZone: string) => string };
}

const DEFAULT_WIDTH = 140;

/**
 * The columns of a request in its order, with the currency columns of amounts added; by default the list's initial
 * columns. Throws a 422 for unknown ones.
 */
export function parseColumns(d: ResourceDefinition, requested: unknown, language: Language): readonly ExportColumn[] {
  if (requested !== undefined && typeof requested !== 'string') throw validationError({ columns: [message('text')] });
  const defaults = listColumns(d).filter(({ hidden }) => !hidden);
  const names =
    requested === undefined || requested === ''
      ? renderedColumns(
          d,
          defaults.map(({ column }) => column),
        )
      : requested.split(',');
  const visibleColumns = getListColumns(d);
  if (!names.every((name) => visibleColumns.has(name))) throw validationError({ columns: [message('unknown_column')] });
  if (new Set(names).size < names.length) throw validationError({ columns: [message('pattern')] });
  return addCurrencyColumns(d, names).map((name) => {
    const path = getColumn(d, name);
    const { kind, width = DEFAULT_WIDTH } = path.definition;
    const listColumn = listColumns(d).find(({ column }) => column === name);
    const exportColumn = { path, heading: headingOf(d, path, language), width: listColumn?.width ?? width };
    const changesSource = kind === 'textarea' ? path.definition.changesColumn : undefined;
    if (changesSource !== undefined)
      return {
        ...exportColumn,
        formatter: {
          source: getColumn(d, siblingColumn(name, changesSource)),
          format: createChangesFormatter(language),
        },
      };
    return exportColumn;
  });
}

/** Formats changes that a column stores as JSON. */
const createChangesFormatter =
  (language: Language) =>
  (json: string, timeZone: string): string =>
    formatChanges(JSON.parse(json) as RecordChanges, language, timeZone); // built by the field's SQL

/** Adds the currency column of each amount, because hotels have different currencies. */
function addCurrencyColumns(d: ResourceDefinition, names: readonly string[]): readonly string[] {
  const visibleColumns = getListColumns(d);
  const currencies = names.flatMap((name) => {
    const { definition } = getColumn(d, name);
    if (definition.kind !== 'money') return [];
    const currency = `${name.slice(0, name.lastIndexOf('.') + 1)}${definition.currency ?? 'currency'}`;
    return visibleColumns.has(currency) ? [currency] : [];
  });
  return [...new Set([...names, ...currencies])];
}

/** The heading of a column: that of the list, or its label. */
export const headingOf = (d: ResourceDefinition, path: ColumnPath, language: Language): string =>
  (listColumns(d).find(({ column }) => column === path.column)?.label ?? path.label)[language];
