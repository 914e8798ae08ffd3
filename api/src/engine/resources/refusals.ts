import { REFUSALS, type ResourceDefinition, isWritable, message } from '@innkeeper/contract';
import { type ApiError, fail, invalid } from '../../platform/http/fail.ts';
import { tokenField } from './tokens.ts';

/* The database's own guards: the refusals that answer its errors. */

/** The refusal of a write whose day lies in a closed month, named as `2026-10 Indonesia`. */
export const monthClosed = (month: string): ApiError => fail('month_closed', { params: { month } });

/**
 * The refusal that a constraint stands for, where something is only checked; `named`: the field that the guard names, `detail`: the bound
 * in its message.
 */
export function refusalBy(constraint: string, named?: string, detail = ''): ApiError | undefined {
  const refusal = Object.hasOwn(REFUSALS, constraint) ? REFUSALS[constraint] : undefined;
  if (!refusal) return undefined;
  const { error, text, problem, field = named } = refusal;
  return fail(error, {
    ...(text && { message: text }),
    ...(problem &&
      field !== undefined && { errors: { [field]: [detail === '' ? message(problem) : message(problem, detail)] } }),
  });
}

const namedIn =
  (error: unknown) =>
  (part: 'code' | 'constraint' | 'table' | 'column' | 'detail'): string =>
    error instanceof Error && part in error ? String(Reflect.get(error, part)) : '';

/** The refusal of the database to write into a closed month, whichever table a write came to; undefined for any other error. */
export function monthRefusal(error: unknown): ApiError | undefined {
  const named = namedIn(error);
  const constraint = named('constraint');
  if (constraint === 'month_closed') return monthClosed(named('detail'));
  return constraint === 'month_closed_place' ? refusalBy(constraint) : undefined;
}

/** The refusal that a violated constraint stands for; undefined for any other error. Constraints are named after their fields. */
export function constraintError(d: ResourceDefinition, error: unknown): ApiError | undefined {
  const named = namedIn(error);
  const code = named('code');
  const closed = monthRefusal(error);
  if (closed) return closed;
  const constraint = named('constraint');
  const isField = named('table') === d.key && Object.hasOwn(d.fields, named('column'));
  const known = refusalBy(constraint, isField ? named('column') : undefined, named('detail'));
  if (known) return known;
  if (code === '23505') {
    const unique = violatedRule(d, error);
    if (unique) return invalid({ [unique.fields.at(-1) ?? 'id']: [message(unique.says ?? 'taken')] });
    const token = tokenField(d);
    if (token !== undefined && constraint === `${d.key}_${token}_key`) return invalid({ [token]: [message('taken')] });
  }
  const field = Object.keys(d.fields).find(
    (name) => constraint === `${d.key}_${name}_fkey` || constraint === `${d.key}_${name}_check`,
  );
  if (code === '23503' && field) return invalid({ [field]: [message('reference')] });
  if (code === '23514' && field) return invalid({ [field]: [message('pattern')] });
  // Each amount has room in its column: their sum, or its worth in US dollars, has not.
  const amounts = Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'money' && isWritable(f) ? [name] : []));
  if (code === '22003' && amounts.length > 0)
    return invalid(Object.fromEntries(amounts.map((name) => [name, [message('worth_too_large')]])));
  if (code === '22003' || code === '22021') return fail('validation_failed', { cause: error });
  return undefined;
}

/** The rule of unique values that a write has violated. */
export function violatedRule(
  d: ResourceDefinition,
  error: unknown,
): NonNullable<ResourceDefinition['unique']>[number] | undefined {
  const named = namedIn(error);
  if (named('code') !== '23505') return undefined;
  return d.unique?.find(({ fields }) => named('constraint') === `${d.key}_${fields.join('_')}_key`);
}
