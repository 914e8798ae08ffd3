import type { ImportEntry, ResourceDefinition } from '@innkeeper/contract';
import { parseInstant } from '../../format/date.ts';
import { INITIAL_LIST_STATE, toListSearch } from '../data/list-state.ts';

/** Search parameters of the list of imported records: changed by the same person on the same day, newest first. */
export function importedRecordsSearch(definition: ResourceDefinition, { at, by }: Pick<ImportEntry, 'at' | 'by'>) {
  const instant = parseInstant(at) ?? new Date();
  const day = [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return toListSearch(definition, {
    ...INITIAL_LIST_STATE,
    sort: '-updated_at',
    conditions: [
      { column: 'updated_at', operator: 'date_between', value: `${day},${day}` },
      { column: 'updated_by_id', operator: 'includes', value: String(by.id) },
    ],
  });
}
