import type { ResourceDefinition } from '@innkeeper/contract';
import type { Row, Values } from '../../engine/resources/behaviour.ts';
import { refusalBy } from '../../engine/resources/refusals.ts';
import type { ApiError } from '../../platform/http/fail.ts';

/** The fields that stand as a record was issued. */
export const keptAsIssued = ({ fields }: ResourceDefinition): string[] =>
  Object.entries(fields).flatMap(([name, f]) => (f.fixedBy ? [name] : []));

/** The first of these fields that is given another value. */
export const changedAmong = (names: readonly string[], values: Values, before: Row): string | undefined =>
  names.find((name) => values[name] !== undefined && values[name] !== before[name]);

/** The refusal to change a field that stands as the record was issued, in the words of the database's own guard. */
export const standsAsIssued = (key: 'member_card' | 'member_voucher', name: string): ApiError | undefined =>
  refusalBy(`${key}_${name.replace(/_id$/, '')}_settled`, name);
