import type { FieldKind, ResourceDefinition } from '@innkeeper/contract';
import { type AvailableColumn, availableColumns } from '../data/list-columns.ts';

/** The facts shown on a record's card on a phone, in addition to its name. */
export interface CardPlan {
  /** Replaces the name of a record that has only a number; if undefined, the number is shown. */
  readonly title: AvailableColumn | undefined;
  /** Its status, to the right of the name. */
  readonly standing: AvailableColumn | undefined;
  /** A flag that is shown only when it is off. */
  readonly active: AvailableColumn | undefined;
  /** Its picture, on the left. */
  readonly picture: AvailableColumn | undefined;
  readonly facts: readonly AvailableColumn[];
}

/** More facts would make the card a form. */
const MAX_FACTS = 4;
/** Kinds whose values mean nothing without the column's name. */
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
 * Picks the facts from the visible columns in their order: a column that the user moves to the front is also first on
 * the card.
 */
export function planCard(d: ResourceDefinition, shown: readonly AvailableColumn[]): CardPlan {
  const own = shown.filter((c) => !isAudit(c));
  // A record without a name is identified by the columns that its list pins or shows first, its time, and its author.
  const isNumber = d.display.name.every((name) => name === 'id');
  const title = isNumber ? (own.find((c) => c.pinned) ?? own.find((c) => c.field.kind === 'text')) : undefined;
  const standing = shown.find((c) => c.field.kind === 'choice' && c !== title);
  const picture = shown.find((c) => c.field.kind === 'file');
  const active = availableColumns(d).find((c) => c.column === 'is_active');
  const elsewhere = new Set([...d.display.name, 'id', title?.column, standing?.column, active?.column]);
  const facts = (isNumber ? shown.filter((c) => !c.column.startsWith('updated_')) : own).filter(
    (c) => c.field.kind !== 'file' && !elsewhere.has(c.column),
  );
  return { title, standing, active, picture, facts: facts.slice(0, isNumber ? MAX_FACTS + 1 : MAX_FACTS) };
}

const isAudit = ({ column }: AvailableColumn) => column.startsWith('created_') || column.startsWith('updated_');
