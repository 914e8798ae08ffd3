import { decimalPlaces, parseDecimalUnits } from './decimal.ts';
import type { Rule } from './rule.ts';
import type { Field } from './kinds.ts';
import type { Label } from '../texts/label.ts';
import { type MessageKey, message } from '../errors/messages.ts';

/**
 * The rules that a field can have besides its kind: its value is one of a list, or is less or more than a constant or
 * another field of the record. Both the API and the console's forms enforce them.
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
 * Whether a value satisfies a rule. `fieldValue` is the value of the field that the rule names. All rules except `isIn`
 * pass if a side is empty.
 */
export function satisfiesRule(rule: Rule, value: unknown, fieldValue?: unknown): boolean {
  if (rule.rule === 'isIn')
    return rule.values.some((allowedValue) => (allowedValue === null ? isEmpty(value) : allowedValue === value));
  const bound = 'value' in rule ? rule.value : fieldValue;
  return isEmpty(value) || isEmpty(bound) || comparisons[rule.rule](compareValues(value, bound));
}

/**
 * Negative, zero or positive if `a` is less than, equal to or more than `b`: moments, exact decimals, or days as text.
 */
function compareValues(a: unknown, b: unknown): number {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const [left, right] = [String(a), String(b)];
  const scale = Math.max(decimalPlaces(left), decimalPlaces(right));
  const [leftUnits, rightUnits] = [parseDecimalUnits(left, scale), parseDecimalUnits(right, scale)];
  if (leftUnits === undefined || rightUnits === undefined) return left < right ? -1 : Number(left > right);
  const difference = leftUnits - rightUnits;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** The message of the first constant rule that a value breaks. */
export function findConstantRuleError(field: Field, value: unknown): string | undefined {
  const brokenRule = field.rules?.find((rule) => ('value' in rule || 'values' in rule) && !satisfiesRule(rule, value));
  return brokenRule && ruleMessage(brokenRule, field, '');
}

/**
 * The broken rules between two fields, and between a field and `today`, as messages keyed by the field that has the
 * rule. Checks only rules that involve one of `changedFields`, so that old violations do not block other changes.
 */
export function findFieldRuleErrors(
  fields: Readonly<Record<string, Field>>,
  values: Readonly<Record<string, unknown>>,
  changedFields: ReadonlySet<string>,
  today: string,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(fields)) {
    for (const rule of field.rules ?? []) {
      if ('value' in rule || 'values' in rule) continue;
      const isField = 'field' in rule;
      if (!changedFields.has(name) && !(isField && changedFields.has(rule.field))) continue;
      if (satisfiesRule(rule, values[name], isField ? values[rule.field] : today)) continue;
      (errors[name] ??= []).push(ruleMessage(rule, field, isField ? (fields[rule.field]?.label ?? rule.field) : TODAY));
    }
  }
  return errors;
}

const TODAY: Label = { en: 'today', id: 'hari ini' };

const MESSAGES: Record<Comparison, { readonly number: MessageKey; readonly time: MessageKey }> = {
  lessThan: { number: 'less_than', time: 'before' },
  lessThanEquals: { number: 'less_than_equals', time: 'not_after' },
  moreThan: { number: 'more_than', time: 'after' },
  moreThanEquals: { number: 'more_than_equals', time: 'not_before' },
};

function ruleMessage(rule: Rule, field: Field, boundLabel: Label | string): string {
  if (rule.rule === 'isIn') return message('choice', rule.values.filter((value) => value !== null).join(', '));
  const isTime = field.kind === 'date' || field.kind === 'instant';
  return message(MESSAGES[rule.rule][isTime ? 'time' : 'number'], 'value' in rule ? rule.value : boundLabel);
}
