import { type ResourceKey, getResource, permission, recordPermissions, resourceKeys } from '@innkeeper/contract';

/** Where a path of a resource leads. */
export interface ResourcePlace {
  readonly resource: ResourceKey;
  /** Null for the list; `new` or an id for one record. */
  readonly record: string | null;
  /** Codes of which any one opens it. */
  readonly permissions: readonly string[];
}

/** A resource that is only seen within another one names the other one's path (`roles`); the first to name it has the page. */
const byPath = new Map(resourceKeys.toReversed().map((key) => [getResource(key).path, key]));

/** Finds the resource whose list (`/system/hotel`) or record (`/system/hotel/7`, `/system/hotel/new`) a path names. */
export function findResourcePath(path: string): ResourcePlace | undefined {
  const trimmed = path.replace(/\/+$/, '');
  const list = byPath.get(trimmed);
  if (list) return { resource: list, record: null, permissions: [permission('VIEW', getResource(list).permission)] };
  const slash = trimmed.lastIndexOf('/');
  const owner = byPath.get(trimmed.slice(0, slash));
  const record = trimmed.slice(slash + 1);
  if (!owner || !(record === 'new' || /^[1-9]\d*$/.test(record))) return undefined;
  const { permission: key, readOnly } = getResource(owner);
  if (record === 'new' && readOnly) return undefined;
  return { resource: owner, record, permissions: record === 'new' ? [permission('STORE', key)] : recordPermissions(key) };
}

/** The path of a resource's list, or of one of its records. */
export const resourcePath = (key: ResourceKey, record?: number | string): string =>
  record === undefined ? getResource(key).path : `${getResource(key).path}/${record}`;
