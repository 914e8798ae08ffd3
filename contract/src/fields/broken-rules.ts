import { decimalPlaces, decimalUnits } from './decimal.ts';
import type { Rule } from './rule.ts';
import type { Field } from './kinds.ts';
import type { Label } from '../texts/label.ts';
import { type MessageKey, message } from '../errors/messages.ts';

/**
 * The rules that a field can have besides its kind: one of a list, or less or more than a constant or another field of
 * the record. The API and the console's forms both enforce them.
 */

type Comparison = Exclude<Rule['rule'], 'isIn'>;

const comparisons: Record<Comparison, (order: number) => boolean> = {
  lessThan: (order) => order < 0,
  lessThanEquals: (order) => order <= 0,
  moreThan: (order) => order > 0,
  moreThanEquals: (order) => order >= 0,
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Whether a value satisfies a rule. `other` is the value of the field that the rule names. All rules except `isIn` pass
 * if a side is empty.
 */
export function satisfiesRule(rule: Rule, value: unknown, other?: unknown): boolean {
  if (rule.rule === 'isIn') return rule.values.some((v) => (v === null ? isEmpty(value) : v === value));
  const bound = 'value' in rule ? rule.value : other;
  return isEmpty(value) || isEmpty(bound) || comparisons[rule.rule](compareValues(value, bound));
}

/**
 * Negative, zero or positive if `a` is less than, equal to or more than `b`: moments, exact decimals, or days as text.
 */
function compareValues(a: unknown, b: unknown): number {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const [left, right] = [String(a), String(b)];
  const scale = Math.max(decimalPlaces(left), decimalPlaces(right));
  const [x, y] = [decimalUnits(left, scale), decimalUnits(right, scale)];
  if (x === undefined || y === undefined) return left < right ? -1 : Number(left > right);
  const difference = x - y;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** The message of the first constant rule that a value breaks. */
export function brokenConstantRule(f: Field, value: unknown): string | undefined {
  const broken = f.rules?.find((rule) => ('value' in rule || 'values' in rule) && !satisfiesRule(rule, value));
  return broken && ruleMessage(broken, f, '');
}

/**
 * The broken rules between two fields, and between a field and `today`, as messages keyed by the field that has the
 * rule. Checks only rules that involve one of `changedFields`, so that old violations do not block other changes.
 */
export function brokenFieldRules(
  fields: Readonly<Record<string, Field>>,
  values: Readonly<Record<string, unknown>>,
  changedFields: ReadonlySet<string>,
  today: string,
): Record<string, string[]> {
  const broken: Record<string, string[]> = {};
  for (const [name, f] of Object.entries(fields)) {
    for (const rule of f.rules ?? []) {
      if ('value' in rule || 'values' in rule) continue;
      const isField = 'field' in rule;
      if (!changedFields.has(name) && !(isField && changedFields.has(rule.field))) continue;
      if (satisfiesRule(rule, values[name], isField ? values[rule.field] : today)) continue;
      (broken[name] ??= []).push(ruleMessage(rule, f, isField ? (fields[rule.field]?.label ?? rule.field) : TODAY));
    }
  }
  return broken;
}

const TODAY: Label = { en: 'today', id: 'hari ini' };

const MESSAGES: Record<Comparison, { readonly number: MessageKey; readonly time: MessageKey }> = {
  lessThan: { number: 'less_than', time: 'before' },
  lessThanEquals: { number: 'less_than_equals', time: 'not_after' },
  moreThan: { number: 'more_than', time: 'after' },
  moreThanEquals: { number: 'more_than_equals', time: 'not_before' },
};

function ruleMessage(rule: Rule, f: Field, other: Label | string): string {
  if (rule.rule === 'isIn') return message('choice', rule.values.filter((value) => value !== null).join(', '));
  const isTime = f.kind === 'date' || f.kind === 'instant';
  return message(MESSAGES[rule.rule][isTime ? 'time' : 'number'], 'value' in rule ? rule.value : other);
}
