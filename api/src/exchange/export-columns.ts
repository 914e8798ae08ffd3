import {
  AUDIT_FIELDS,
  type ColumnPath,
  type Language,
  type ResourceDefinition,
  allFields,
  getColumn,
  listColumns,
  message,
} from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';
import { type Nesting, nestingOf } from '../resources/nesting.ts';

/** A column of an export, on its way into a file. */
export interface ExportColumn {
  readonly path: ColumnPath;
  readonly heading: string;
  /** Pixels, as in the list. */
  readonly width: number;
}

const WIDTH = 140;

/** The columns that a request names, in its order; without any, those that the list starts with. Throws a 422 for others. */
export function readColumns(d: ResourceDefinition, asked: unknown, language: Language): readonly ExportColumn[] {
  if (asked !== undefined && typeof asked !== 'string') throw invalid({ columns: [message('text')] });
  const usual = listColumns(d).filter(({ hidden }) => !hidden);
  const names = asked === undefined || asked === '' ? usual.map(({ column }) => column) : asked.split(',');
  const shown = shownColumns(d);
  if (!names.every((name) => shown.has(name))) throw invalid({ columns: [message('unknown_column')] });
  if (new Set(names).size < names.length) throw invalid({ columns: [message('pattern')] });
  return names.map((name) => {
    const path = getColumn(d, name);
    const listed = listColumns(d).find(({ column }) => column === name);
    return {
      path,
      heading: (listed?.label ?? path.label)[language],
      width: listed?.width ?? path.definition.width ?? WIDTH,
    };
  });
}

/**
 * What a record of the list shows, dotted where it stands in an object inside: an export tells no more. Whoever may see a
 * member may not look up the email of who changed it.
 */
export function shownColumns(d: ResourceDefinition): ReadonlySet<string> {
  const own = Object.entries(allFields(d)).filter(([name, f]) => f.kind !== 'secret' && !name.endsWith('_by_id'));
  const inside = (nesting: Nesting, prefix: string): string[] =>
    [...nesting.children].flatMap(([name, child]) => {
      const relation = prefix + name;
      const { relations, resource } = getColumn(d, `${relation}.id`);
      const { code } = resource.display;
      const isPerson = Object.hasOwn(AUDIT_FIELDS, relations[0]?.field ?? '');
      const columns = ['id', 'name', ...(code && !isPerson ? [code] : []), ...child.columns];
      return [...columns.map((column) => `${relation}.${column}`), ...inside(child, `${relation}.`)];
    });
  return new Set([...own.map(([name]) => name), ...inside(nestingOf(d), '')]);
}
