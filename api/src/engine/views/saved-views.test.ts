// Core test: views of lists.
import { type ViewSharing, VIEW_NAME_MAX } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { type Method, call, formBody, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const clerk = await createUser(db, { level: 'region', codes: ['VIEW_MEMBER', 'VIEW_HOTEL'] });
const colleague = await createUser(db, { level: 'region', codes: ['VIEW_MEMBER', 'VIEW_HOTEL'] });
const stranger = await createUser(db, { level: 'region', codes: ['VIEW_MEMBER', 'VIEW_HOTEL'] });
const unprivileged = await createUser(db, { level: 'group', codes: ['VIEW_HOTEL'] });
await db.kysely.updateTable('users').set({ role_group_id: clerk.roleGroupId }).where('id', '=', colleague.id).execute();

const STATE = { 'filter[last_name][start]': 'Sur', sort: '-id', columns: 'id,last_name', per_page: '50', deleted: '1' };

const send = (user: TestUser, method: Method, path: string, body?: object) =>
  call<{ data: SavedView }>(app, user.token, method, `/api/saved_view${path}`, { ...(body && { body }) });
async function save(user: TestUser, name: string, shared: ViewSharing = 'me'): Promise<SavedView> {
  const reply = await send(user, 'POST', '', { resource: 'member', name, shared, state: STATE });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
async function seen(user: TestUser, resource = 'member'): Promise<string[]> {
  const reply = await call<{ data: SavedView[] }>(
    app,
    user.token,
    'GET',
    `/api/saved_view?${queryString({ resource })}`,
  );
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.map(({ name }) => name);
}

describe('a saved view', () => {
  test('stores the parameters of a list URL, visible only to the user who saved it', async () => {
    const view = await save(clerk, 'Surya and others');
    expect(view).toEqual({
      id: expect.any(Number),
      resource: 'member',
      name: 'Surya and others',
      state: STATE,
      shared: 'me',
      owner: { id: clerk.id, name: expect.any(String) },
      is_mine: true,
      may_change: true,
    });
    expect(await seen(clerk)).toContain(view.name);
    for (const user of [colleague, stranger, admin]) {
      expect(await seen(user)).not.toContain(view.name);
      for (const method of ['POST', 'DELETE'] as const)
        expectError(await send(user, method, `/${view.id}`, { name: 'Mine' }), 404, 'record_not_found');
    }
  });

  test('belongs to one list', async () => {
    await save(stranger, 'My members');
    expect(await seen(stranger, 'hotel')).toEqual([]);
    expect(await seen(stranger)).toContain('My members');
  });

  test('is visible only to the role group that it is shared with, even if its owner changes groups', async () => {
    const view = await save(clerk, 'For the desk', 'role_group');
    expect(await seen(colleague)).toContain(view.name);
    expect(await seen(stranger)).not.toContain(view.name);
    expect(await seen(admin)).not.toContain(view.name);
    const group = { role_group_id: stranger.roleGroupId };
    await db.kysely.updateTable('users').set(group).where('id', '=', clerk.id).execute();
    expect(await seen(colleague)).toContain(view.name);
    expect(await seen(clerk)).toContain(view.name);
    expect(await seen(stranger)).not.toContain(view.name);
    const back = { role_group_id: clerk.roleGroupId };
    await db.kysely.updateTable('users').set(back).where('id', '=', clerk.id).execute();
  });

  test('is shared with everyone only by group-level users, and visible to all who may see the list', async () => {
    const rejected = await send(clerk, 'POST', '', {
      resource: 'member',
      name: 'To all',
      shared: 'everyone',
      state: {},
    });
    expect(expectError(rejected, 403, 'forbidden').errors).toHaveProperty('shared');
    const own = await save(clerk, 'Still mine');
    expectError(await send(clerk, 'POST', `/${own.id}`, { shared: 'everyone' }), 403, 'forbidden');
    const view = await save(admin, 'House style', 'everyone');
    for (const user of [clerk, colleague, stranger]) expect(await seen(user)).toContain(view.name);
    expectError(await call(app, unprivileged.token, 'GET', '/api/saved_view?resource=member'), 403, 'forbidden');
    expectError(await send(unprivileged, 'POST', '', { resource: 'member', name: 'x', state: {} }), 403, 'forbidden');
    expectError(await send(unprivileged, 'DELETE', `/${view.id}`), 404, 'record_not_found');
  });

  test('can be changed and deleted by its owner, and by group-level users who can see it', async () => {
    const view = await save(clerk, 'Desk', 'role_group');
    const shown = await call<{ data: SavedView[] }>(app, colleague.token, 'GET', '/api/saved_view?resource=member');
    expect(shown.body.data.find(({ id }) => id === view.id)).toMatchObject({ is_mine: false, may_change: false });
    for (const method of ['POST', 'DELETE'] as const)
      expectError(await send(colleague, method, `/${view.id}`, { name: 'Ours' }), 403, 'forbidden');
    const changed = await send(clerk, 'POST', `/${view.id}`, {
      name: 'Front desk',
      state: { search: 'a' },
      shared: 'me',
    });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      { ...view, name: 'Front desk', state: { search: 'a' }, shared: 'me' },
    ]);
    expect(await seen(colleague)).not.toContain('Front desk');

    const other = await createUser(db, { level: 'group' });
    const all = await save(admin, 'For all of us', 'everyone');
    expect((await send(other, 'POST', `/${all.id}`, { name: 'For us all' })).body.data).toMatchObject({
      name: 'For us all',
      owner: { id: admin.id },
      is_mine: false,
    });
    expect((await send(other, 'DELETE', `/${all.id}`)).status).toBe(200);
    expectError(await send(admin, 'DELETE', `/${all.id}`), 404, 'record_not_found');
    expect(await seen(clerk)).not.toContain('For us all');
  });

  test('can be changed by another user only at group level with the update permission of the list', async () => {
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
    const manager = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'UPDATE_MEMBER'] });
    const view = await save(admin, 'For all of us', 'everyone');
    const listed = async (user: TestUser) =>
      (await call<{ data: SavedView[] }>(app, user.token, 'GET', '/api/saved_view?resource=member')).body.data.find(
        ({ id }) => id === view.id,
      );
    expect(await listed(reader)).toMatchObject({ may_change: false });
    expectError(await send(reader, 'POST', `/${view.id}`, { name: 'Mine' }), 403, 'forbidden');
    expectError(await send(reader, 'POST', `/${view.id}`, { shared: 'me' }), 403, 'forbidden');
    expectError(await send(reader, 'DELETE', `/${view.id}`), 403, 'forbidden');
    expect(await listed(manager)).toMatchObject({ may_change: true });
    expect((await send(manager, 'POST', `/${view.id}`, { name: 'Tidied' })).status).toBe(200);
    expect((await send(manager, 'DELETE', `/${view.id}`)).status).toBe(200);
    const own = await save(reader, 'Of the reader', 'everyone');
    expect((await send(reader, 'DELETE', `/${own.id}`)).status).toBe(200);
  });

  test('has a unique name among the views of its owner on that list', async () => {
    const first = await save(clerk, 'Twice');
    const second = await save(clerk, 'Once');
    expectInvalid(await send(clerk, 'POST', '', { resource: 'member', name: ' twice ', state: {} }), 'name');
    expectInvalid(await send(clerk, 'POST', `/${second.id}`, { name: 'TWICE' }), 'name');
    expect((await send(clerk, 'POST', `/${first.id}`, { name: 'Twice' })).status).toBe(200);
    await save(colleague, 'Twice');
  });

  test('is saved once by concurrent requests', async () => {
    const body = { resource: 'member', name: 'At once', state: {} };
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(clerk, 'POST', '', body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(422)]);
  });

  test('can also be sent as a form', async () => {
    const form = formBody({ resource: 'member', name: 'By form', shared: 'me', state: STATE });
    const reply = await call<{ data: SavedView }>(app, clerk.token, 'POST', '/api/saved_view', form);
    expect([reply.status, reply.body.data.state]).toEqual([201, STATE]);
  });
});

describe('an invalid view state is rejected with the name of the parameter', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ 'filter[no_such][contains]': 'x' }, 'filter[no_such][contains]'],
    [{ 'filter[id][contains]': 'x' }, 'filter[id][contains]'],
    [{ 'filter[id][eq]': 'x' }, 'filter[id][eq]'],
    [{ 'filter[birth_date][preset]': 'some_day' }, 'filter[birth_date][preset]'],
    [{ sort: '-no_such' }, 'sort'],
    [{ columns: 'id,no_such' }, 'columns'],
    [{ columns: '' }, 'columns'],
    [{ page: '2' }, 'page'],
    [{ per_page: '1000' }, 'per_page'],
    [{ deleted: 'yes' }, 'deleted'],
    [{ nonsense: '1' }, 'nonsense'],
    [{ group: 'membership_id' }, 'group'],
    [{ search: 5 }, 'search'],
    [{ search: 'a\0b' }, 'search'],
    [{ search: 'x'.repeat(20_001) }, 'state'],
  ])('$0', async (state, name) => {
    const view = await save(clerk, `To change ${name} ${JSON.stringify(state).slice(0, 30)}`.slice(0, VIEW_NAME_MAX));
    expectInvalid(await send(clerk, 'POST', '', { resource: 'member', name: 'Wrong', state }), name);
    expectInvalid(await send(clerk, 'POST', `/${view.id}`, { state }), name);
  });

  test.each<[Record<string, unknown>, readonly string[]]>([
    [{ name: '' }, ['name']],
    [{ name: 7, shared: 'nobody' }, ['name', 'shared']],
    [{ name: 'x'.repeat(VIEW_NAME_MAX + 1) }, ['name']],
    [{ name: 'a\0b' }, ['name']],
    [{ name: undefined }, ['name']],
    [{ state: undefined }, ['state']],
    [{ state: [] }, ['state']],
    [{ state: 'x' }, ['state']],
    [{ resource: 'nothing' }, ['resource']],
    [{ owner: 1 }, ['owner']],
  ])('$0', async (wrong, names) => {
    const body = { resource: 'member', name: 'Wrong', state: {}, ...wrong };
    expectInvalid(await send(clerk, 'POST', '', body), ...names);
  });
});

test('a report has saved views like a list, for users with its permission', async () => {
  const reader = await createUser(db, { level: 'region', codes: ['VIEW_SALES_REPORT'] });
  const state = {
    columns: 'hotel.code,transaction.grand_total',
    'filter[transaction.transaction_date][preset]': 'this_month',
  };
  const display = {
    group: 'hotel.code,membership.name',
    as: 'pivot',
    measure: 'transaction.grand_total',
    chart: 'line',
    compare: 'last_year',
    elsewhere: '1',
  };
  const pivot = { resource: 'sales-report', name: 'A table across', shared: 'me', state: display };
  expect((await send(reader, 'POST', '', pivot)).body.data.state).toEqual(display);
  for (const [name, value] of Object.entries({
    group: 'hotel.code,no_such',
    as: 'cube',
    measure: 'no_such',
    chart: 'pie',
    compare: 'never',
    elsewhere: 'all',
  }))
    expectInvalid(await send(reader, 'POST', '', { ...pivot, name: `Wrong ${name}`, state: { [name]: value } }), name);
  expectInvalid(
    await send(reader, 'POST', '', {
      ...pivot,
      name: 'Wrong',
      state: { group: 'hotel.code,region.name,membership.name' },
    }),
    'group',
  );
  const body = { resource: 'sales-report', name: 'This month by hotel', shared: 'me', state };
  const saved = await send(reader, 'POST', '', body);
  expect([saved.status, saved.body.data.state]).toEqual([201, state]);
  expect(await seen(reader, 'sales-report')).toEqual(['A table across', 'This month by hotel']);
  expectError(await send(clerk, 'POST', '', body), 403, 'forbidden');
  expectError(await call(app, clerk.token, 'GET', '/api/saved_view?resource=sales-report'), 403, 'forbidden');
  const wrong = { ...state, columns: 'hotel.code,visit.grand_total', 'filter[hotel_id][includes]': '1' };
  expectInvalid(await send(reader, 'POST', '', { ...body, name: 'Wrong', state: wrong }), 'filter[hotel_id][includes]');
});
