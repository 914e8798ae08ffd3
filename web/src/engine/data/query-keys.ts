import type { ListQuery } from '@innkeeper/contract';

/** Query keys of all resource data; `all` is their common prefix. */
export const queryKeys = {
  all: ['resource'] as const,
  of: (resource: string) => ['resource', resource] as const,
  list: (resource: string, query: ListQuery) => ['resource', resource, 'list', query] as const,
  record: (resource: string, id: number) => ['resource', resource, 'record', id] as const,
  history: (resource: string, id: number, page?: number) =>
    page === undefined
      ? (['resource', resource, 'history', id] as const)
      : (['resource', resource, 'history', id, page] as const),
  choices: (resource: string, query: object) => ['resource', resource, 'choices', query] as const,
};
