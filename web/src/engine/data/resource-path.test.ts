import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { findResourcePath } from './resource-path.ts';

const withPage = resourceKeys.filter((key) => key !== 'roles' && !getResource(key).single);
const single = resourceKeys.filter((key) => getResource(key).single);

describe.each(withPage)('the paths of %s', (key) => {
  const { path, permission } = getResource(key);

  it('lead to its list for a user who may view it', () => {
    expect(findResourcePath(path)).toEqual({ resource: key, record: null, permissions: [`VIEW_${permission}`] });
  });

  it('lead to a record for a user who may view, change or create', () => {
    expect(findResourcePath(`${path}/7`)).toEqual({
      resource: key,
      record: '7',
      permissions: [`VIEW_${permission}`, `UPDATE_${permission}`, `STORE_${permission}`],
    });
  });

  it('lead to a new record for a user who may create, and to none if nobody may', () => {
    const { readOnly }: ResourceDefinition = getResource(key);
    expect(findResourcePath(`${path}/new`)).toEqual(
      readOnly ? undefined : { resource: key, record: 'new', permissions: [`STORE_${permission}`] },
    );
  });
});

it('lead to the import of a list for a user who may create, and to none if nobody may', () => {
  expect(findResourcePath('/company/member/import')).toEqual({
    resource: 'member',
    record: 'import',
    permissions: ['STORE_MEMBER'],
  });
  expect(findResourcePath(`${getResource('integration').path}/import`)).toMatchObject({ record: 'import' });
  expect(findResourcePath(`${getResource('mail_log').path}/import`)).toBeUndefined();
});

describe.each(single)('the paths of %s, which is a single screen', (key) => {
  it('lead to its list, and to a record over it', () => {
    const { path } = getResource(key);
    expect(findResourcePath(path)).toMatchObject({ resource: key, record: null });
    expect(findResourcePath(`${path}/7`)).toMatchObject({ resource: key, record: '7' });
    expect(findResourcePath(`${path}/new`)).toMatchObject({ resource: key, record: 'new' });
  });
});

it('gives the page that two resources name to the one that is worked with there', () => {
  expect(getResource('roles').path).toBe(getResource('role_group').path);
  expect(findResourcePath(getResource('roles').path)?.resource).toBe('role_group');
});

it('takes the module group of a role group, and no further part of any other record', () => {
  expect(findResourcePath('/others/role-group/7/2')).toMatchObject({ resource: 'role_group', record: '7' });
  expect(findResourcePath('/others/role-group/new/2')).toMatchObject({ resource: 'role_group', record: 'new' });
  expect(findResourcePath('/system/hotel/7/2')).toBeUndefined();
});

describe('a path that is no page', () => {
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
