import { type ResourceDefinition, findColumn, getColumn, listColumns, relationsOf } from '@innkeeper/contract';

/** The parts of an object inside a record: columns of its own, and objects in turn. */
export interface Nesting {
  readonly columns: Set<string>;
  readonly children: Map<string, Nesting>;
}

/** The objects inside a record: one for each reference, with its display and the dotted columns that its lists show. */
export function nestingOf(d: ResourceDefinition): Nesting {
  const root: Nesting = { columns: new Set(), children: new Map() };
  const enter = (at: Nesting, from: ResourceDefinition, name: string): { nesting: Nesting; to: ResourceDefinition } => {
    const nesting = at.children.get(name) ?? { columns: new Set(), children: new Map() };
    at.children.set(name, nesting);
    return { nesting, to: getColumn(from, `${name}.id`).resource };
  };
  for (const { name } of relationsOf(d)) if (!findColumn(d, name)) enter(root, d, name);
  for (const name of Object.keys(d.relations ?? {})) enter(root, d, name);
  for (const { column } of listColumns(d)) {
    const segments = column.split('.');
    const last = segments.pop() ?? '';
    let at = { nesting: root, to: d };
    for (const segment of segments) at = enter(at.nesting, at.to, segment);
    if (segments.length > 0 && Object.hasOwn(at.to.fields, last)) at.nesting.columns.add(last);
  }
  return root;
}
