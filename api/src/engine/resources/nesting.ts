import { type ResourceDefinition, findColumn, getColumn, listColumns, relationsOf } from '@innkeeper/contract';

/** The parts of a nested object: its own columns and further nested objects. */
export interface Nesting {
  readonly columns: Set<string>;
  readonly children: Map<string, Nesting>;
}

/** The nested objects of a record: one per reference, with its display fields and the dotted columns of its lists. */
export function getNesting(d: ResourceDefinition): Nesting {
  const root: Nesting = { columns: new Set(), children: new Map() };
  const enterRelation = (
    parent: Nesting,
    from: ResourceDefinition,
    name: string,
  ): { nesting: Nesting; to: ResourceDefinition } => {
    const nesting = parent.children.get(name) ?? { columns: new Set(), children: new Map() };
    parent.children.set(name, nesting);
    return { nesting, to: getColumn(from, `${name}.id`).resource };
  };
  for (const { name } of relationsOf(d)) if (!findColumn(d, name)) enterRelation(root, d, name);
  for (const name of Object.keys(d.relations ?? {})) enterRelation(root, d, name);
  for (const { column } of listColumns(d)) {
    const segments = column.split('.');
    const last = segments.pop() ?? '';
    let parent = { nesting: root, to: d };
    for (const segment of segments) parent = enterRelation(parent.nesting, parent.to, segment);
    if (segments.length > 0 && Object.hasOwn(parent.to.fields, last)) parent.nesting.columns.add(last);
  }
  return root;
}
