import {
  type ResourceKey,
  type Verb,
  getResource,
  permission,
  recordPermissions,
  resourceKeys,
  trimEndCharacters,
} from '@innkeeper/contract';

/** The target of a resource's path. */
export interface ResourceTarget {
  readonly resource: ResourceKey;
  /**
   * Null for the list; `new` or an id for one record (some resources open it in a dialog over the list); `import` for
   * the page that imports a file; `find` for the one that finds a record by name.
   */
  readonly record: string | null;
  /** Any one of these permission codes opens it. */
  readonly permissions: readonly string[];
}

/**
 * Resources that are shown only within another one (`roles`) share that resource's path. The first resource with a path
 * owns the page.
 */
const resourceByPath = new Map(resourceKeys.toReversed().map((key) => [getResource(key).path, key]));

/**
 * Matches `/system/hotel/7`, `/system/hotel/new`, and `/others/role-group/7/2`, where 2 is the module group whose
 * rights are shown.
 */
const RECORD_PATH = /^(?<list>.+?)\/(?<record>new|[1-9]\d*)(?<group>\/[1-9]\d*)?$/;

/** Further pages of a resource that can be written, with the right that opens them. */
const FURTHER_PAGES: Readonly<Record<string, Verb>> = { import: 'STORE', find: 'UPDATE' };

/**
 * Finds the resource for a path: its list (`/system/hotel`), a record (`/system/hotel/7`, `/system/hotel/new`) or a
 * further page (`/system/hotel/import`).
 */
export function findResourcePath(path: string): ResourceTarget | undefined {
  const trimmed = trimEndCharacters(path, '/');
  const list = resourceByPath.get(trimmed);
  if (list) return { resource: list, record: null, permissions: [permission('VIEW', getResource(list).permission)] };
  const lastSlash = trimmed.lastIndexOf('/');
  const [pageResource, page] = [resourceByPath.get(trimmed.slice(0, lastSlash)), trimmed.slice(lastSlash + 1)];
  const verb = Object.hasOwn(FURTHER_PAGES, page) ? FURTHER_PAGES[page] : undefined;
  if (pageResource && verb) {
    const { permission: key, readOnly } = getResource(pageResource);
    return readOnly ? undefined : { resource: pageResource, record: page, permissions: [permission(verb, key)] };
  }
  const groups = RECORD_PATH.exec(trimmed)?.groups;
  const resource = resourceByPath.get(groups?.['list'] ?? '');
  const record = groups?.['record'];
  if (!resource || record === undefined || (groups?.['group'] !== undefined && resource !== 'role_group'))
    return undefined;
  const { permission: key, readOnly } = getResource(resource);
  if (record === 'new' && readOnly) return undefined;
  return {
    resource: resource,
    record,
    permissions: record === 'new' ? [permission('STORE', key)] : recordPermissions(key),
  };
}

/** The path of a resource's list, or of one of its records. */
export const resourcePath = (key: ResourceKey, record?: number | string): string =>
  record === undefined ? getResource(key).path : `${getResource(key).path}/${record}`;
