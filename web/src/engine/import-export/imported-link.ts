import type { ImportEntry, ResourceDefinition } from '@innkeeper/contract';
import { parseInstant } from '../../format/date.ts';
import { START, writeListState } from '../data/list-state.ts';

/** Search parameters of the list of imported records: changed by the same person on the same day, newest first. */
export function importedSearch(d: ResourceDefinition, { at, by }: Pick<ImportEntry, 'at' | 'by'>) {
  const moment = parseInstant(at) ?? new Date();
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return writeListState(d, {
    ...START,
    sort: '-updated_at',
    conditions: [
      { column: 'updated_at', operator: 'date_between', value: `${day},${day}` },
      { column: 'updated_by_id', operator: 'includes', value: String(by.id) },
    ],
  });
}
