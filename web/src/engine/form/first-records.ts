import { PER_PAGE_MAX, getResource } from '@innkeeper/contract';
import { listQuery } from '../data/queries.ts';

/**
 * The first page of a resource, at maximum size. Contains all records of resources with few of them, such as
 * permissions.
 */
export const firstRecords = (resource: string) =>
  listQuery(getResource(resource), {
    page: 1,
    per_page: PER_PAGE_MAX,
    sort: '',
    search: '',
    conditions: [],
    deleted: false,
  });
