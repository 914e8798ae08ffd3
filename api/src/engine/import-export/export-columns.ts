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
import { invalid } from '../../platform/http/api-error.ts';
import { getListColumns } from '../resources/scoped-source.ts';
import { formatChanges } from './format-changes.ts';

/** A column of an export. */
export interface ExportColumn {
  readonly path: ColumnPath;
  readonly heading: string;
  /** Pixels, as in the list. */
  readonly width: number;
  /** Another column to read instead, and the function that formats its texts; the zone is for moments. */
  readonly formatter?: { readonly of: ColumnPath; readonly format: (text: string, timeZone: string) => string };
}

const WIDTH = 140;

/**
 * The columns of a request in its order, with the currency columns of amounts added; by default the list's initial
 * columns. Throws a 422 for unknown ones.
 */
export function readColumns(d: ResourceDefinition, requested: unknown, language: Language): readonly ExportColumn[] {
  if (requested !== undefined && typeof requested !== 'string') throw invalid({ columns: [message('text')] });
  const defaults = listColumns(d).filter(({ hidden }) => !hidden);
  const names =
    requested === undefined || requested === ''
      ? renderedColumns(
          d,
          defaults.map(({ column }) => column),
        )
      : requested.split(',');
  const shown = getListColumns(d);
  if (!names.every((name) => shown.has(name))) throw invalid({ columns: [message('unknown_column')] });
  if (new Set(names).size < names.length) throw invalid({ columns: [message('pattern')] });
  return withCurrencies(d, names).map((name) => {
    const path = getColumn(d, name);
    const { kind, width = WIDTH } = path.definition;
    const listed = listColumns(d).find(({ column }) => column === name);
    const shown = { path, heading: headingOf(d, path, language), width: listed?.width ?? width };
    const changesSource = kind === 'textarea' ? path.definition.changesColumn : undefined;
    return changesSource === undefined
      ? shown
      : {
          ...shown,
          formatter: { of: getColumn(d, siblingColumn(name, changesSource)), format: changesColumn(language) },
        };
  });
}

/** Formats changes that a row stores as JSON. */
const changesColumn =
  (language: Language) =>
  (json: string, timeZone: string): string =>
    formatChanges(JSON.parse(json) as RecordChanges, language, timeZone); // built by the field's SQL

/** Hotels have different currencies, so an amount is never exported without its currency column beside it. */
function withCurrencies(d: ResourceDefinition, names: readonly string[]): readonly string[] {
  const shown = getListColumns(d);
  const currencies = names.flatMap((name) => {
    const { definition } = getColumn(d, name);
    if (definition.kind !== 'money') return [];
    const currency = `${name.slice(0, name.lastIndexOf('.') + 1)}${definition.currency ?? 'currency'}`;
    return shown.has(currency) ? [currency] : [];
  });
  return [...new Set([...names, ...currencies])];
}

const headingOf = (d: ResourceDefinition, path: ColumnPath, language: Language): string =>
  (listColumns(d).find(({ column }) => column === path.column)?.label ?? path.label)[language];
