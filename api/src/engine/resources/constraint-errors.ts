import { GUARD_REJECTIONS, type ResourceDefinition, isWritable, message } from '@innkeeper/contract';
import { type ApiError, apiError, validationError } from '../../platform/http/api-error.ts';
import { tokenField } from './tokens.ts';

/* Maps the errors of the database's own guards to API errors. */

/**
 * The error of a constraint, which a dry run reproduces without violating it. `errorField` is the field that the guard
 * names, `detail` the bound in its message.
 */
export function errorForConstraint(constraint: string, errorField?: string, detail = ''): ApiError | undefined {
  const rejection = Object.hasOwn(GUARD_REJECTIONS, constraint) ? GUARD_REJECTIONS[constraint] : undefined;
  if (!rejection) return undefined;
  const { error, text, problem, field = errorField, detailParameter } = rejection;
  return apiError(error, {
    ...(text && { message: text }),
    ...(detailParameter !== undefined && { params: { [detailParameter]: detail } }),
    ...(problem &&
      field !== undefined && { errors: { [field]: [detail === '' ? message(problem) : message(problem, detail)] } }),
  });
}

const createErrorReader =
  (error: unknown) =>
  (part: 'code' | 'constraint' | 'table' | 'column' | 'detail'): string =>
    error instanceof Error && part in error ? String(Reflect.get(error, part)) : '';

/** The error of a guard that rejects no single field, whichever table was written; undefined for any other error. */
export function guardError(error: unknown): ApiError | undefined {
  const readErrorPart = createErrorReader(error);
  const rejection = errorForConstraint(readErrorPart('constraint'), undefined, readErrorPart('detail'));
  return rejection?.details.errors ? undefined : rejection;
}

/** The API error for a violated constraint; undefined for any other error. Constraints are named after their fields. */
export function constraintError(d: ResourceDefinition, error: unknown): ApiError | undefined {
  const readErrorPart = createErrorReader(error);
  const code = readErrorPart('code');
  const constraint = readErrorPart('constraint');
  const isField = readErrorPart('table') === d.key && Object.hasOwn(d.fields, readErrorPart('column'));
  const guardRejection = errorForConstraint(
    constraint,
    isField ? readErrorPart('column') : undefined,
    readErrorPart('detail'),
  );
  if (guardRejection) return guardRejection;
  if (code === '23505') {
    const rule = violatedRule(d, error);
    if (rule) return validationError({ [rule.fields.at(-1) ?? 'id']: [message(rule.message ?? 'taken')] });
    const token = tokenField(d);
    if (token !== undefined && constraint === `${d.key}_${token}_key`)
      return validationError({ [token]: [message('taken')] });
  }
  const field = Object.keys(d.fields).find(
    (name) => constraint === `${d.key}_${name}_fkey` || constraint === `${d.key}_${name}_check`,
  );
  if (code === '23503' && field) return validationError({ [field]: [message('reference')] });
  if (code === '23514' && field) return validationError({ [field]: [message('pattern')] });
  // Each amount fits its column, but their sum or its value in US dollars does not.
  const amountFields = Object.entries(d.fields).flatMap(([name, f]) =>
    f.kind === 'money' && isWritable(f) ? [name] : [],
  );
  if (code === '22003' && amountFields.length > 0)
    return validationError(Object.fromEntries(amountFields.map((name) => [name, [message('usd_value_too_large')]])));
  if (code === '22003' || code === '22021') return apiError('validation_failed', { cause: error });
  return undefined;
}

/** The unique rule that a write has violated. */
export function violatedRule(
  d: ResourceDefinition,
  error: unknown,
): NonNullable<ResourceDefinition['unique']>[number] | undefined {
  const readErrorPart = createErrorReader(error);
  if (readErrorPart('code') !== '23505') return undefined;
  return d.unique?.find(({ fields }) => readErrorPart('constraint') === `${d.key}_${fields.join('_')}_key`);
}
