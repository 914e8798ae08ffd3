import { GUARD_REJECTIONS, type ResourceDefinition, isWritable, message } from '@innkeeper/contract';
import { type ApiError, fail, invalid } from '../../platform/http/api-error.ts';
import { tokenField } from './tokens.ts';

/* Maps the errors of the database's own guards to API errors. */

/** The error of a write whose day lies in a closed month, named like `2026-10 Indonesia`. */
export const monthClosed = (month: string): ApiError => fail('month_closed', { params: { month } });

/**
 * The error of a constraint that a dry run only checks. `errorField` is the field that the guard names, `detail` the
 * bound in its message.
 */
export function errorForConstraint(constraint: string, errorField?: string, detail = ''): ApiError | undefined {
  const rejection = Object.hasOwn(GUARD_REJECTIONS, constraint) ? GUARD_REJECTIONS[constraint] : undefined;
  if (!rejection) return undefined;
  const { error, text, problem, field = errorField } = rejection;
  return fail(error, {
    ...(text && { message: text }),
    ...(problem &&
      field !== undefined && { errors: { [field]: [detail === '' ? message(problem) : message(problem, detail)] } }),
  });
}

const errorPart =
  (error: unknown) =>
  (part: 'code' | 'constraint' | 'table' | 'column' | 'detail'): string =>
    error instanceof Error && part in error ? String(Reflect.get(error, part)) : '';

/** The database's error for writing into a closed month, whichever table was written; undefined for any other error. */
export function closedMonthError(error: unknown): ApiError | undefined {
  const errorField = errorPart(error);
  const constraint = errorField('constraint');
  if (constraint === 'month_closed') return monthClosed(errorField('detail'));
  return constraint === 'month_closed_place' ? errorForConstraint(constraint) : undefined;
}

/** The API error for a violated constraint; undefined for any other error. Constraints are named after their fields. */
export function constraintError(d: ResourceDefinition, error: unknown): ApiError | undefined {
  const errorField = errorPart(error);
  const code = errorField('code');
  const closed = closedMonthError(error);
  if (closed) return closed;
  const constraint = errorField('constraint');
  const isField = errorField('table') === d.key && Object.hasOwn(d.fields, errorField('column'));
  const known = errorForConstraint(constraint, isField ? errorField('column') : undefined, errorField('detail'));
  if (known) return known;
  if (code === '23505') {
    const unique = violatedRule(d, error);
    if (unique) return invalid({ [unique.fields.at(-1) ?? 'id']: [message(unique.message ?? 'taken')] });
    const token = tokenField(d);
    if (token !== undefined && constraint === `${d.key}_${token}_key`) return invalid({ [token]: [message('taken')] });
  }
  const field = Object.keys(d.fields).find(
    (name) => constraint === `${d.key}_${name}_fkey` || constraint === `${d.key}_${name}_check`,
  );
  if (code === '23503' && field) return invalid({ [field]: [message('reference')] });
  if (code === '23514' && field) return invalid({ [field]: [message('pattern')] });
  // Each amount fits its column, but their sum or its value in US dollars does not.
  const amounts = Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'money' && isWritable(f) ? [name] : []));
  if (code === '22003' && amounts.length > 0)
    return invalid(Object.fromEntries(amounts.map((name) => [name, [message('usd_value_too_large')]])));
  if (code === '22003' || code === '22021') return fail('validation_failed', { cause: error });
  return undefined;
}

/** The unique rule that a write has violated. */
export function violatedRule(
  d: ResourceDefinition,
  error: unknown,
): NonNullable<ResourceDefinition['unique']>[number] | undefined {
  const errorField = errorPart(error);
  if (errorField('code') !== '23505') return undefined;
  return d.unique?.find(({ fields }) => errorField('constraint') === `${d.key}_${fields.join('_')}_key`);
}
