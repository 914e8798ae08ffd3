import type { FieldKind, ResourceDefinition } from '@innkeeper/contract';
import { type AvailableColumn, availableColumns } from '../data/list-columns.ts';

/** The facts shown on a record's card on a phone, in addition to its name. */
export interface CardPlan {
  /** Replaces the name of a record that has only a number. Undefined shows the number. */
  readonly title: AvailableColumn | undefined;
  /** Its status, to the right of the name. */
  readonly standing: AvailableColumn | undefined;
  /** A flag that is shown only when it is off. */
  readonly active: AvailableColumn | undefined;
  /** Its picture, on the left. */
  readonly picture: AvailableColumn | undefined;
  readonly facts: readonly AvailableColumn[];
}

/** More facts would make the card hard to scan. */
const MAX_FACTS = 4;
/** Kinds whose values need the column's label to be understood. */
const LABELLED_KINDS: ReadonlySet<FieldKind> = new Set([
  'integer',
  'decimal',
  'money',
  'flag',
  'date',
  'instant',
  'references',
]);

export const needsLabel = (column: AvailableColumn): boolean => LABELLED_KINDS.has(column.field.kind);

/**
 * Picks the facts from the visible columns in their order: a column that the user moves to the front is also first on
 * the card.
 */
export function planCard(definition: ResourceDefinition, columns: readonly AvailableColumn[]): CardPlan {
  const dataColumns = columns.filter((c) => !isAuditColumn(c));
  // A record without a name is identified by the columns that its list pins or shows first, its time, and its author.
  const isNameless = definition.display.name.every((name) => name === 'id');
  const title = isNameless
    ? (dataColumns.find((c) => c.pinned) ?? dataColumns.find((c) => c.field.kind === 'text'))
    : undefined;
  const status = columns.find((c) => c.field.kind === 'choice' && c !== title);
  const picture = columns.find((c) => c.field.kind === 'file');
  const active = availableColumns(definition).find((c) => c.column === 'is_active');
  const usedColumns = new Set([...definition.display.name, 'id', title?.column, status?.column, active?.column]);
  const facts = (isNameless ? columns.filter((c) => !c.column.startsWith('updated_')) : dataColumns).filter(
    (c) => c.field.kind !== 'file' && !usedColumns.has(c.column),
  );
  return { title, standing: status, active, picture, facts: facts.slice(0, isNameless ? MAX_FACTS + 1 : MAX_FACTS) };
}

const isAuditColumn = ({ column }: AvailableColumn) => column.startsWith('created_') || column.startsWith('updated_');
