import type { ResourceDefinition } from '@innkeeper/contract';
import type { Row, Values } from '../../engine/resources/resource-hooks.ts';
import { errorForConstraint } from '../../engine/resources/constraint-errors.ts';
import type { ApiError } from '../../platform/http/api-error.ts';

/** The fields that are immutable once a record is issued. */
export const listFixedFields = ({ fields }: ResourceDefinition): string[] =>
  Object.entries(fields).flatMap(([name, definition]) => (definition.fixedBy ? [name] : []));

/** Returns the first of these fields whose value changes. */
export const findChangedField = (names: readonly string[], values: Values, before: Row): string | undefined =>
  names.find((name) => values[name] !== undefined && values[name] !== before[name]);

/** The rejection of a change to an immutable field, with the message of the database's own guard. */
export const fixedFieldError = (key: 'member_card' | 'member_voucher', name: string): ApiError | undefined =>
  errorForConstraint(`${key}_${name.replace(/_id$/, '')}_immutable`, name);
