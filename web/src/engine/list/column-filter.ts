import {
  type Condition,
  type Field,
  type FieldOf,
  type Operator,
  type ResourceDefinition,
  getColumn,
  operatorsOf,
  targetKey,
} from '@innkeeper/contract';

/**
 * How a condition is put to people. Three of the wire's operators have several faces: `null` is "is empty" and "is not
 * empty", `date_between` is also a whole month, a range of moments and one of times of the day, and `includes` is also the
 * choice of just one.
 */
export type FilterMode = Exclude<Operator, 'null'> | 'one' | 'month' | 'moment' | 'time' | 'empty' | 'filled';

/** One way to filter a column: the mode, and the column that its condition names. */
export interface FilterWay {
  readonly mode: FilterMode;
  readonly column: string;
  readonly field: Field;
}

/** The source of the records to choose from. */
export interface ChoiceSource {
  readonly resource: string;
  readonly slug?: string;
}

type Link = FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>;
const isLink = (f: Field): f is Link => f.kind === 'reference' || f.kind === 'option' || f.kind === 'references';

/**
 * The ways to filter a list column, the usual one first. A list shows `hotel.code` for `hotel_id`, so it offers the hotels to
 * choose from, and the text of the code beside them.
 */
export function filterWays(d: ResourceDefinition, column: string): readonly FilterWay[] {
  const path = getColumn(d, column);
  const own = waysOf(column, path.definition);
  const last = path.relations.at(-1);
  const shows =
    path.field === null || path.resource.display.name.includes(path.field) || path.resource.display.code === path.field;
  if (!last || !shows) return own;
  const prefix = [...path.relations.slice(0, -1).map((r) => r.name), ''].join('.');
  const link = getColumn(d, `${prefix}${last.field}`);
  const isNullness = (w: FilterWay): boolean => w.mode === 'empty' || w.mode === 'filled';
  const ofLink = waysOf(link.column, link.definition);
  return [...ofLink.filter((w) => !isNullness(w)), ...own.filter((w) => !isNullness(w)), ...ofLink.filter(isNullness)];
}

function waysOf(column: string, field: Field): FilterWay[] {
  return operatorsOf[field.kind]
    .flatMap((operator) => modesOf(operator, field))
    .map((mode) => ({ mode, column, field }));
}

function modesOf(operator: Operator, { kind }: Field): FilterMode[] {
  if (operator === 'null') return ['empty', 'filled'];
  if (operator === 'date_between')
    return ['date_between', 'month', ...(kind === 'instant' ? (['moment', 'time'] as const) : [])];
  return operator === 'includes' && kind !== 'flag' ? ['includes', 'one'] : [operator];
}

/** The condition in force under a column head; the first where the address has several. */
export const findCondition = (conditions: readonly Condition[], ways: readonly FilterWay[]): Condition | undefined =>
  conditions.find((c) => ways.some((w) => w.column === c.column && modeOf(c) === w.mode));

export function modeOf(condition: Condition): FilterMode {
  if (condition.operator === 'null') return condition.value === '1' ? 'empty' : 'filled';
  if (condition.operator !== 'date_between') return condition.operator;
  const { value } = condition;
  if (/^,?\d{2}:/.test(value)) return 'time';
  return value.includes(':') ? 'moment' : monthOf(value) ? 'month' : 'date_between';
}

/** The condition of a mode with a value; undefined while there is nothing to filter by yet. */
export function toCondition(way: FilterWay, value: string): Condition | undefined {
  const { column, mode } = way;
  if (mode === 'empty' || mode === 'filled') return { column, operator: 'null', value: mode === 'empty' ? '1' : '0' };
  if (mode === 'month')
    return value === '' ? undefined : { column, operator: 'date_between', value: monthRange(value) };
  if (value === '' || value === ',') return undefined;
  if (mode === 'one') return { column, operator: 'includes', value };
  return { column, operator: mode === 'moment' || mode === 'time' ? 'date_between' : mode, value };
}

/** The first value of an editor that takes over from another mode: kept if both modes mean the same kind of value. */
export function carryValue(from: Condition | undefined, to: FilterWay): string {
  if (!from) return '';
  const mode = modeOf(from);
  if (to.mode === 'month') return monthOf(from.value) ?? '';
  if (mode === to.mode) return from.value;
  if (family(mode) !== family(to.mode)) return '';
  return to.mode === 'one' ? (listValues(from.value)[0] ?? '') : from.value;
}

/** Modes of one family read the same value. */
function family(mode: FilterMode): string {
  if (mode === 'includes' || mode === 'one' || mode === 'excepts') return 'list';
  if (mode === 'month') return 'date_between';
  return ['contains', 'start', 'end', 'matches', 'exact'].includes(mode)
    ? 'text'
    : ['eq', 'gt', 'gte', 'lt', 'lte'].includes(mode)
      ? 'number'
      : mode;
}

/** Replaces the condition under a column head by another one, or takes it away. */
export function setCondition(
  conditions: readonly Condition[],
  ways: readonly FilterWay[],
  next: Condition | undefined,
): readonly Condition[] {
  const before = findCondition(conditions, ways);
  if (!next) return conditions.filter((c) => c !== before);
  const others = conditions.filter((c) => c !== before && !(c.column === next.column && c.operator === next.operator));
  const at = before ? conditions.indexOf(before) : others.length;
  return others.toSpliced(at, 0, next);
}

/** The source of a filter's choices; undefined for a column that is no reference. */
export function choiceSource(field: Field): ChoiceSource | undefined {
  if (!isLink(field)) return undefined;
  return field.kind === 'references'
    ? { resource: field.to }
    : { resource: targetKey(field), ...(field.kind === 'option' ? { slug: field.slug } : {}) };
}

/** Ids or words of a list condition. */
export const listValues = (value: string): readonly string[] => value.split(',').filter((part) => part !== '');

/** `2026-02` as `2026-02-01,2026-02-28`. */
export function monthRange(month: string): string {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, number ?? 1, 0)).getUTCDate();
  return `${month}-01,${month}-${String(last).padStart(2, '0')}`;
}

/** The month that a range of days covers exactly. */
export function monthOf(range: string): string | undefined {
  const month = range.slice(0, 7);
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && monthRange(month) === range ? month : undefined;
}
