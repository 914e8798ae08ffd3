import {
  type Condition,
  type Field,
  type FieldOf,
  type Operator,
  type ResourceDefinition,
  getColumn,
  operatorsByKind,
  targetKey,
} from '@innkeeper/contract';

/**
 * How a condition is presented. Three operators of the API have several modes: `null` is "is empty" and "is not empty";
 * `date_between` also covers a whole month, a range of instants and a range of times of day; `includes` also covers a
 * single value of a fixed list.
 */
export type FilterMode = Exclude<Operator, 'null'> | 'one' | 'month' | 'moment' | 'time' | 'empty' | 'filled';

/** One way to filter a column: the mode, and the column of its condition. */
export interface FilterOption {
  readonly mode: FilterMode;
  readonly column: string;
  readonly field: Field;
  /** Not offered, but shown and changed where a saved view or a link has it. */
  readonly isRetired?: true;
}

/** The source of the records to choose from. */
export interface ChoiceSource {
  readonly resource: string;
  readonly slug?: string;
}

type ReferenceField = FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>;
const isReferenceField = (f: Field): f is ReferenceField =>
  f.kind === 'reference' || f.kind === 'option' || f.kind === 'references';

/**
 * The ways to filter a list column, the default first. For `hotel_id` a list shows `hotel.code`, which offers a choice of
 * hotels: is one of, is none of, is empty or not. Text filters on the code are recognised, but no longer offered.
 */
export function filterOptions(definition: ResourceDefinition, column: string): readonly FilterOption[] {
  const path = getColumn(definition, column);
  const ownOptions = optionsFor(column, path.definition);
  const lastRelation = path.relations.at(-1);
  const isDisplayColumn =
    path.field === null || path.resource.display.name.includes(path.field) || path.resource.display.code === path.field;
  if (!lastRelation || !isDisplayColumn) return ownOptions;
  const prefix = [...path.relations.slice(0, -1).map((r) => r.name), ''].join('.');
  const linkColumn = getColumn(definition, `${prefix}${lastRelation.field}`);
  const isNullMode = (w: FilterOption): boolean => w.mode === 'empty' || w.mode === 'filled';
  const linkOptions = optionsFor(linkColumn.column, linkColumn.definition);
  return [
    ...linkOptions.filter((w) => !isNullMode(w)),
    ...ownOptions.filter((w) => !isNullMode(w)).map((w) => ({ ...w, isRetired: true as const })),
    ...linkOptions.filter(isNullMode),
  ];
}

function optionsFor(column: string, field: Field): FilterOption[] {
  return operatorsByKind[field.kind]
    .flatMap((operator) => modesFor(operator, field))
    .map((mode) => ({ mode, column, field }));
}

function modesFor(operator: Operator, { kind }: Field): FilterMode[] {
  if (operator === 'null') return ['empty', 'filled'];
  if (operator === 'date_between')
    return ['date_between', 'month', ...(kind === 'instant' ? (['moment', 'time'] as const) : [])];
  return operator === 'includes' && kind === 'choice' ? ['includes', 'one'] : [operator];
}

/** The active condition below a column head; the first if the URL has several. */
export const findCondition = (
  conditions: readonly Condition[],
  options: readonly FilterOption[],
): Condition | undefined => conditions.find((c) => options.some((w) => w.column === c.column && modeOf(c) === w.mode));

export function modeOf(condition: Condition): FilterMode {
  if (condition.operator === 'null') return condition.value === '1' ? 'empty' : 'filled';
  if (condition.operator !== 'date_between') return condition.operator;
  const { value } = condition;
  if (/^,?\d{2}:/.test(value)) return 'time';
  return value.includes(':') ? 'moment' : monthOf(value) ? 'month' : 'date_between';
}

/** The condition of a mode with this value; undefined while there is no value to filter by. */
export function toCondition(option: FilterOption, value: string): Condition | undefined {
  const { column, mode } = option;
  if (mode === 'empty' || mode === 'filled') return { column, operator: 'null', value: mode === 'empty' ? '1' : '0' };
  if (mode === 'month')
    return value === '' ? undefined : { column, operator: 'date_between', value: monthRange(value) };
  if (value === '' || value === ',') return undefined;
  if (mode === 'one') return { column, operator: 'includes', value };
  return { column, operator: mode === 'moment' || mode === 'time' ? 'date_between' : mode, value };
}

/** The initial value when the mode changes: the previous one if both modes use the same kind of value. */
export function carryValue(from: Condition | undefined, to: FilterOption): string {
  if (!from) return '';
  const mode = modeOf(from);
  if (to.mode === 'month') return monthOf(from.value) ?? '';
  if (mode === to.mode) return from.value;
  if (valueType(mode) !== valueType(to.mode)) return '';
  return to.mode === 'one' ? (listValues(from.value)[0] ?? '') : from.value;
}

/** Modes of the same type have values that can be carried over. */
function valueType(mode: FilterMode): string {
  if (mode === 'includes' || mode === 'one' || mode === 'excepts') return 'list';
  if (mode === 'month') return 'date_between';
  return ['contains', 'start', 'end', 'matches', 'exact'].includes(mode)
    ? 'text'
    : ['eq', 'gt', 'gte', 'lt', 'lte'].includes(mode)
      ? 'number'
      : mode;
}

/** Replaces or removes the condition below a column head. */
export function setCondition(
  conditions: readonly Condition[],
  options: readonly FilterOption[],
  next: Condition | undefined,
): readonly Condition[] {
  const current = findCondition(conditions, options);
  if (!next) return conditions.filter((c) => c !== current);
  const otherConditions = conditions.filter(
    (c) => c !== current && !(c.column === next.column && c.operator === next.operator),
  );
  const index = current ? conditions.indexOf(current) : otherConditions.length;
  return otherConditions.toSpliced(index, 0, next);
}

/** The source of a filter's choices; undefined for a column that is not a reference. */
export function choiceSource(field: Field): ChoiceSource | undefined {
  if (!isReferenceField(field)) return undefined;
  return field.kind === 'references'
    ? { resource: field.to }
    : { resource: targetKey(field), ...(field.kind === 'option' ? { slug: field.slug } : {}) };
}

/** The ids or words of a condition that has a list of values. */
export const listValues = (value: string): readonly string[] => value.split(',').filter((part) => part !== '');

/** Converts `2026-02` to `2026-02-01,2026-02-28`. */
export function monthRange(month: string): string {
  const [year, monthNumber] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year ?? 0, monthNumber ?? 1, 0)).getUTCDate();
  return `${month}-01,${month}-${String(lastDay).padStart(2, '0')}`;
}

/** The month that a range of days covers exactly; undefined for other ranges. */
export function monthOf(range: string): string | undefined {
  const month = range.slice(0, 7);
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && monthRange(month) === range ? month : undefined;
}
