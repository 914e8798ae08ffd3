import type { FieldKind, ResourceDefinition } from '@innkeeper/contract';
import { type AvailableColumn, availableColumns } from '../data/list-columns.ts';

/** The facts of a record on a phone's card, beside its name. */
export interface CardPlan {
  /** The words in place of a name, for a record that has nothing but its number; without them the number stands there. */
  readonly title: AvailableColumn | undefined;
  /** Its standing, at the right of the name. */
  readonly standing: AvailableColumn | undefined;
  /** A flag that is said only when it is off. */
  readonly active: AvailableColumn | undefined;
  /** Its picture, at the left. */
  readonly picture: AvailableColumn | undefined;
  readonly facts: readonly AvailableColumn[];
}

/** More would be a form. */
const MOST_FACTS = 4;
/** Values that say nothing without the name of their column. */
const LABELLED: ReadonlySet<FieldKind> = new Set([
  'integer',
  'decimal',
  'money',
  'flag',
  'date',
  'instant',
  'references',
]);

export const needsLabel = (column: AvailableColumn): boolean => LABELLED.has(column.field.kind);

/**
 * Picks the facts from the columns shown, in their order: a column that the user moves to the front comes first on the card too.
 */
export function planCard(d: ResourceDefinition, shown: readonly AvailableColumn[]): CardPlan {
  const own = shown.filter((c) => !isAudit(c));
  // A record without a name but its number is known by the columns that its list pins or names first, by its moment, and by its author.
  const isNumber = d.display.name.every((name) => name === 'id');
  const title = isNumber ? (own.find((c) => c.pinned) ?? own.find((c) => c.field.kind === 'text')) : undefined;
  const standing = shown.find((c) => c.field.kind === 'choice' && c !== title);
  const picture = shown.find((c) => c.field.kind === 'file');
  const active = availableColumns(d).find((c) => c.column === 'is_active');
  const elsewhere = new Set([...d.display.name, 'id', title?.column, standing?.column, active?.column]);
  const facts = (isNumber ? shown.filter((c) => !c.column.startsWith('updated_')) : own).filter(
    (c) => c.field.kind !== 'file' && !elsewhere.has(c.column),
  );
  return { title, standing, active, picture, facts: facts.slice(0, isNumber ? MOST_FACTS + 1 : MOST_FACTS) };
}

const isAudit = ({ column }: AvailableColumn) => column.startsWith('created_') || column.startsWith('updated_');
