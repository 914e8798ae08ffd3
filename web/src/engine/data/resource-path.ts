import {
  type ResourceKey,
  getResource,
  permission,
  recordPermissions,
  resourceKeys,
  withoutEnd,
} from '@innkeeper/contract';

/** The target of a resource's path. */
export interface ResourcePlace {
  readonly resource: ResourceKey;
  /**
   * Null for the list; `new` or an id for one record, which a single screen opens over its list; `import` for the page
   * that imports a file into the list.
   */
  readonly record: string | null;
  /** Any one of these permission codes opens it. */
  readonly permissions: readonly string[];
}

/**
 * A resource shown only within another one has that one's path (`roles`); the first resource with a path owns the page.
 */
const byPath = new Map(resourceKeys.toReversed().map((key) => [getResource(key).path, key]));

/**
 * `/system/hotel/7`, `/system/hotel/new`, and `/others/role-group/7/2` with the module group whose rights are shown.
 */
const RECORD_PATH = /^(?<list>.+?)\/(?<record>new|[1-9]\d*)(?<group>\/[1-9]\d*)?$/;

/**
 * Finds the resource for a path: its list (`/system/hotel`), a record (`/system/hotel/7`, `/system/hotel/new`) or its
 * import (`/system/hotel/import`).
 */
export function findResourcePath(path: string): ResourcePlace | undefined {
  const trimmed = withoutEnd(path, '/');
  const list = byPath.get(trimmed);
  if (list) return { resource: list, record: null, permissions: [permission('VIEW', getResource(list).permission)] };
  const imported = byPath.get(trimmed.replace(/\/import$/, ''));
  if (imported) {
    const { permission: key, readOnly } = getResource(imported);
    return readOnly ? undefined : { resource: imported, record: 'import', permissions: [permission('STORE', key)] };
  }
  const found = RECORD_PATH.exec(trimmed)?.groups;
  const owner = byPath.get(found?.['list'] ?? '');
  const record = found?.['record'];
  if (!owner || record === undefined || (found?.['group'] !== undefined && owner !== 'role_group')) return undefined;
  const { permission: key, readOnly } = getResource(owner);
  if (record === 'new' && readOnly) return undefined;
  return {
    resource: owner,
    record,
    permissions: record === 'new' ? [permission('STORE', key)] : recordPermissions(key),
  };
}

/** The path of a resource's list, or of one of its records. */
export const resourcePath = (key: ResourceKey, record?: number | string): string =>
  record === undefined ? getResource(key).path : `${getResource(key).path}/${record}`;
