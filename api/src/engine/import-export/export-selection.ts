import { MAX_EXPORTED_IDS, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type RawQuery, createRejections } from '../resources/list-query.ts';

/** SQL condition for the selected records of a list. */
export type ExportSelection = RawBuilder<unknown>;

/**
 * Splits the parameters of an export into those of its list and the selection among the matching records: `ids`, or all
 * but `except`, both separated by commas. Throws a 422 for lists that are empty, too long or contain anything else.
 */
export function parseSelection({ ids, except, ...query }: RawQuery): {
  readonly query: RawQuery;
  readonly selection: ExportSelection;
} {
  const { reject, throwIfInvalid } = createRejections();
  const readIds = (name: string, value: unknown): readonly number[] => {
    const texts = typeof value === 'string' ? value.split(',') : [];
    if (!texts.every((text) => /^[1-9]\d{0,14}$/.test(text))) reject(name, message('whole'));
    else if (texts.length === 0 || texts.length > MAX_EXPORTED_IDS)
      reject(name, message('list_length', MAX_EXPORTED_IDS));
    return texts.map(Number);
  };
  const conditions = [
    ...(ids === undefined ? [] : [sql`t.id = any(${readIds('ids', ids)}::bigint[])`]),
    ...(except === undefined ? [] : [sql`t.id <> all(${readIds('except', except)}::bigint[])`]),
  ];
  throwIfInvalid();
  return { query, selection: conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `) };
}
