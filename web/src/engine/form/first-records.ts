import { MAX_PER_PAGE, getResource } from '@innkeeper/contract';
import { listQuery } from '../data/queries.ts';

/** The first page of a resource, at maximum size. It contains all records of small resources, such as permissions. */
export const firstRecords = (resource: string) =>
  listQuery(getResource(resource), {
    page: 1,
    per_page: MAX_PER_PAGE,
    sort: '',
    search: '',
    conditions: [],
    deleted: false,
  });
