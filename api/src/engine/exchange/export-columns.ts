import {
  type ColumnPath,
  type Language,
  type RecordChanges,
  type ResourceDefinition,
  columnBeside,
  drawnColumns,
  getColumn,
  listColumns,
  message,
} from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';
import { shownColumns } from '../resources/sight.ts';
import { changesInWords } from './changes-in-words.ts';

/** A column of an export, on its way into a file. */
export interface ExportColumn {
  readonly path: ColumnPath;
  readonly heading: string;
  /** Pixels, as in the list. */
  readonly width: number;
  /** Another column that the rows hold in its place, and the words that its texts become; the zone is that of moments. */
  readonly inWords?: { readonly of: ColumnPath; readonly words: (text: string, timeZone: string) => string };
}

const WIDTH = 140;

/** The columns that a request names, in its order, and behind them in which currency their amounts are; without any, those that the list starts with. Throws a 422 for others. */
export function readColumns(d: ResourceDefinition, asked: unknown, language: Language): readonly ExportColumn[] {
  if (asked !== undefined && typeof asked !== 'string') throw invalid({ columns: [message('text')] });
  const usual = listColumns(d).filter(({ hidden }) => !hidden);
  const names =
    asked === undefined || asked === ''
      ? drawnColumns(
          d,
          usual.map(({ column }) => column),
        )
      : asked.split(',');
  const shown = shownColumns(d);
  if (!names.every((name) => shown.has(name))) throw invalid({ columns: [message('unknown_column')] });
  if (new Set(names).size < names.length) throw invalid({ columns: [message('pattern')] });
  return withCurrencies(d, names).map((name) => {
    const path = getColumn(d, name);
    const { kind, width = WIDTH } = path.definition;
    const listed = listColumns(d).find(({ column }) => column === name);
    const shown = { path, heading: headingOf(d, path, language), width: listed?.width ?? width };
    const told = kind === 'textarea' ? path.definition.changesIn : undefined;
    return told === undefined
      ? shown
      : { ...shown, inWords: { of: getColumn(d, columnBeside(name, told)), words: changesIn(language) } };
  });
}

/** The words of changes that a row holds as JSON. */
const changesIn =
  (language: Language) =>
  (json: string, timeZone: string): string =>
    changesInWords(JSON.parse(json) as RecordChanges, language, timeZone); // the field's SQL makes them

/** Hotels have their own money: an amount never leaves without its currency, which stands where the amount does. */
function withCurrencies(d: ResourceDefinition, names: readonly string[]): readonly string[] {
  const shown = shownColumns(d);
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
