import { PER_PAGE_MAX, getResource } from '@innkeeper/contract';
import { listQuery } from '../data/queries.ts';

/** As many records of a resource as one answer holds: all of them where, as with rights, there are few. */
export const firstRecords = (resource: string) =>
  listQuery(getResource(resource), {
    page: 1,
    per_page: PER_PAGE_MAX,
    sort: '',
    search: '',
    conditions: [],
    deleted: false,
  });
