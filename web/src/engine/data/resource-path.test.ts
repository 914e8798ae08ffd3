import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { findResourcePath } from './resource-path.ts';

const keysWithPage = resourceKeys.filter((key) => key !== 'roles' && !getResource(key).opensInDialog);
const dialogResourceKeys = resourceKeys.filter((key) => getResource(key).opensInDialog);

describe.each(keysWithPage)('paths of %s', (key) => {
  const { path, permission } = getResource(key);

  it('find the list, with the view permission', () => {
    expect(findResourcePath(path)).toEqual({ resource: key, record: null, permissions: [`VIEW_${permission}`] });
  });

  it('find a record, with the view, change or create permission', () => {
    expect(findResourcePath(`${path}/7`)).toEqual({
      resource: key,
      record: '7',
      permissions: [`VIEW_${permission}`, `UPDATE_${permission}`, `STORE_${permission}`],
    });
  });

  it('find the new-record page with the create permission; none if read-only', () => {
    const { readOnly }: ResourceDefinition = getResource(key);
    expect(findResourcePath(`${path}/new`)).toEqual(
      readOnly ? undefined : { resource: key, record: 'new', permissions: [`STORE_${permission}`] },
    );
  });
});

it('find the import page with the create permission; none if read-only', () => {
  expect(findResourcePath('/company/member/import')).toEqual({
    resource: 'member',
    record: 'import',
    permissions: ['STORE_MEMBER'],
  });
  expect(findResourcePath(`${getResource('integration').path}/import`)).toMatchObject({ record: 'import' });
  expect(findResourcePath(`${getResource('mail_log').path}/import`)).toBeUndefined();
});

it('find the page that finds a record with the change permission; none if read-only', () => {
  expect(findResourcePath('/system/voucher/find')).toEqual({
    resource: 'voucher',
    record: 'find',
    permissions: ['UPDATE_VOUCHER'],
  });
  expect(findResourcePath(`${getResource('mail_log').path}/find`)).toBeUndefined();
});

describe.each(dialogResourceKeys)('paths of %s, a single screen', (key) => {
  it('find the list, and a record over it', () => {
    const { path } = getResource(key);
    expect(findResourcePath(path)).toMatchObject({ resource: key, record: null });
    expect(findResourcePath(`${path}/7`)).toMatchObject({ resource: key, record: '7' });
    expect(findResourcePath(`${path}/new`)).toMatchObject({ resource: key, record: 'new' });
  });
});

it('a path shared by two resources belongs to the main one', () => {
  expect(getResource('roles').path).toBe(getResource('role_group').path);
  expect(findResourcePath(getResource('roles').path)?.resource).toBe('role_group');
});

it('accepts a module group in role group paths, and no extra segment in others', () => {
  expect(findResourcePath('/others/role-group/7/2')).toMatchObject({ resource: 'role_group', record: '7' });
  expect(findResourcePath('/others/role-group/new/2')).toMatchObject({ resource: 'role_group', record: 'new' });
  expect(findResourcePath('/system/hotel/7/2')).toBeUndefined();
});

describe('a path without a page', () => {
  it.each([
    '/nowhere',
    '/others/role-group/7/2/1',
    '/system/hotel/seven',
    '/system/hotel/0',
    '/system/hotel/7/edit',
    '/',
    '/new',
  ])('%s is unknown', (path) => {
    expect(findResourcePath(path)).toBeUndefined();
  });
});
