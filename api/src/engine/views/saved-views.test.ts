// Core test: views of lists.
import { type ViewSharing, MAX_VIEW_NAME_LENGTH } from '@innkeeper/contract';
import type { SavedView } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { type Method, call, createFormBody, queryString } from '../../testing/call.ts';
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

const VIEW_STATE = {
  'filter[last_name][start]': 'Sur',
  sort: '-id',
  columns: 'id,last_name',
  per_page: '50',
  deleted: '1',
};

const send = (user: TestUser, method: Method, path: string, body?: object) =>
  call<{ data: SavedView }>(app, user.token, method, `/api/saved_view${path}`, { ...(body && { body }) });
async function saveView(user: TestUser, name: string, shared: ViewSharing = 'me'): Promise<SavedView> {
  const reply = await send(user, 'POST', '', { resource: 'member', name, shared, state: VIEW_STATE });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}
async function listViewNames(user: TestUser, resource = 'member'): Promise<string[]> {
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
    const view = await saveView(clerk, 'Surya and others');
    expect(view).toEqual({
      id: expect.any(Number),
      resource: 'member',
      name: 'Surya and others',
      state: VIEW_STATE,
      shared: 'me',
      owner: { id: clerk.id, name: expect.any(String) },
      is_mine: true,
      may_change: true,
    });
    expect(await listViewNames(clerk)).toContain(view.name);
    for (const user of [colleague, stranger, admin]) {
      expect(await listViewNames(user)).not.toContain(view.name);
      for (const method of ['POST', 'DELETE'] as const)
        expectError(await send(user, method, `/${view.id}`, { name: 'Mine' }), 404, 'record_not_found');
    }
  });

  test('belongs to one list', async () => {
    await saveView(stranger, 'My members');
    expect(await listViewNames(stranger, 'hotel')).toEqual([]);
    expect(await listViewNames(stranger)).toContain('My members');
  });

  test('is visible only to the role group that it is shared with, even if its owner changes groups', async () => {
    const view = await saveView(clerk, 'For the desk', 'role_group');
    expect(await listViewNames(colleague)).toContain(view.name);
    expect(await listViewNames(stranger)).not.toContain(view.name);
    expect(await listViewNames(admin)).not.toContain(view.name);
    const group = { role_group_id: stranger.roleGroupId };
    await db.kysely.updateTable('users').set(group).where('id', '=', clerk.id).execute();
    expect(await listViewNames(colleague)).toContain(view.name);
    expect(await listViewNames(clerk)).toContain(view.name);
    expect(await listViewNames(stranger)).not.toContain(view.name);
    const reset = { role_group_id: clerk.roleGroupId };
    await db.kysely.updateTable('users').set(reset).where('id', '=', clerk.id).execute();
  });

  test('is shared with everyone only by group-level users, and visible to all who may see the list', async () => {
    const rejectedReply = await send(clerk, 'POST', '', {
      resource: 'member',
      name: 'To all',
      shared: 'everyone',
      state: {},
    });
    expect(expectError(rejectedReply, 403, 'forbidden').errors).toHaveProperty('shared');
    const ownView = await saveView(clerk, 'Still mine');
    expectError(await send(clerk, 'POST', `/${ownView.id}`, { shared: 'everyone' }), 403, 'forbidden');
    const view = await saveView(admin, 'House style', 'everyone');
    for (const user of [clerk, colleague, stranger]) expect(await listViewNames(user)).toContain(view.name);
    expectError(await call(app, unprivileged.token, 'GET', '/api/saved_view?resource=member'), 403, 'forbidden');
    expectError(await send(unprivileged, 'POST', '', { resource: 'member', name: 'x', state: {} }), 403, 'forbidden');
    expectError(await send(unprivileged, 'DELETE', `/${view.id}`), 404, 'record_not_found');
  });

  test('can be changed and deleted by its owner, and by group-level users who can see it', async () => {
    const view = await saveView(clerk, 'Desk', 'role_group');
    const reply = await call<{ data: SavedView[] }>(app, colleague.token, 'GET', '/api/saved_view?resource=member');
    expect(reply.body.data.find(({ id }) => id === view.id)).toMatchObject({ is_mine: false, may_change: false });
    for (const method of ['POST', 'DELETE'] as const)
      expectError(await send(colleague, method, `/${view.id}`, { name: 'Ours' }), 403, 'forbidden');
    const changeReply = await send(clerk, 'POST', `/${view.id}`, {
      name: 'Front desk',
      state: { search: 'a' },
      shared: 'me',
    });
    expect([changeReply.status, changeReply.body.data]).toEqual([
      200,
      { ...view, name: 'Front desk', state: { search: 'a' }, shared: 'me' },
    ]);
    expect(await listViewNames(colleague)).not.toContain('Front desk');

    const otherUser = await createUser(db, { level: 'group' });
    const publicView = await saveView(admin, 'For all of us', 'everyone');
    expect((await send(otherUser, 'POST', `/${publicView.id}`, { name: 'For us all' })).body.data).toMatchObject({
      name: 'For us all',
      owner: { id: admin.id },
      is_mine: false,
    });
    expect((await send(otherUser, 'DELETE', `/${publicView.id}`)).status).toBe(200);
    expectError(await send(admin, 'DELETE', `/${publicView.id}`), 404, 'record_not_found');
    expect(await listViewNames(clerk)).not.toContain('For us all');
  });

  test('can be changed by another user only at group level with the update permission of the list', async () => {
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
    const manager = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'UPDATE_MEMBER'] });
    const view = await saveView(admin, 'For all of us', 'everyone');
    const findListedView = async (user: TestUser) =>
      (await call<{ data: SavedView[] }>(app, user.token, 'GET', '/api/saved_view?resource=member')).body.data.find(
        ({ id }) => id === view.id,
      );
    expect(await findListedView(reader)).toMatchObject({ may_change: false });
    expectError(await send(reader, 'POST', `/${view.id}`, { name: 'Mine' }), 403, 'forbidden');
    expectError(await send(reader, 'POST', `/${view.id}`, { shared: 'me' }), 403, 'forbidden');
    expectError(await send(reader, 'DELETE', `/${view.id}`), 403, 'forbidden');
    expect(await findListedView(manager)).toMatchObject({ may_change: true });
    expect((await send(manager, 'POST', `/${view.id}`, { name: 'Tidied' })).status).toBe(200);
    expect((await send(manager, 'DELETE', `/${view.id}`)).status).toBe(200);
    const ownView = await saveView(reader, 'Of the reader', 'everyone');
    expect((await send(reader, 'DELETE', `/${ownView.id}`)).status).toBe(200);
  });

  test('has a unique name among the views of its owner on that list', async () => {
    const first = await saveView(clerk, 'Twice');
    const second = await saveView(clerk, 'Once');
    expectInvalid(await send(clerk, 'POST', '', { resource: 'member', name: ' twice ', state: {} }), 'name');
    expectInvalid(await send(clerk, 'POST', `/${second.id}`, { name: 'TWICE' }), 'name');
    expect((await send(clerk, 'POST', `/${first.id}`, { name: 'Twice' })).status).toBe(200);
    await saveView(colleague, 'Twice');
  });

  test('is saved once by concurrent requests', async () => {
    const body = { resource: 'member', name: 'At once', state: {} };
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(clerk, 'POST', '', body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(9).fill(422)]);
  });

  test('can also be sent as a form', async () => {
    const form = createFormBody({ resource: 'member', name: 'By form', shared: 'me', state: VIEW_STATE });
    const reply = await call<{ data: SavedView }>(app, clerk.token, 'POST', '/api/saved_view', form);
    expect([reply.status, reply.body.data.state]).toEqual([201, VIEW_STATE]);
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
    const view = await saveView(
      clerk,
      `To change ${name} ${JSON.stringify(state).slice(0, 30)}`.slice(0, MAX_VIEW_NAME_LENGTH),
    );
    expectInvalid(await send(clerk, 'POST', '', { resource: 'member', name: 'Wrong', state }), name);
    expectInvalid(await send(clerk, 'POST', `/${view.id}`, { state }), name);
  });

  test.each<[Record<string, unknown>, readonly string[]]>([
    [{ name: '' }, ['name']],
    [{ name: 7, shared: 'nobody' }, ['name', 'shared']],
    [{ name: 'x'.repeat(MAX_VIEW_NAME_LENGTH + 1) }, ['name']],
    [{ name: 'a\0b' }, ['name']],
    [{ name: undefined }, ['name']],
    [{ state: undefined }, ['state']],
    [{ state: [] }, ['state']],
    [{ state: 'x' }, ['state']],
    [{ resource: 'nothing' }, ['resource']],
    [{ owner: 1 }, ['owner']],
  ])('$0', async (invalidState, names) => {
    const body = { resource: 'member', name: 'Wrong', state: {}, ...invalidState };
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
  const saveReply = await send(reader, 'POST', '', body);
  expect([saveReply.status, saveReply.body.data.state]).toEqual([201, state]);
  expect(await listViewNames(reader, 'sales-report')).toEqual(['A table across', 'This month by hotel']);
  expectError(await send(clerk, 'POST', '', body), 403, 'forbidden');
  expectError(await call(app, clerk.token, 'GET', '/api/saved_view?resource=sales-report'), 403, 'forbidden');
  const invalidState = { ...state, columns: 'hotel.code,visit.grand_total', 'filter[hotel_id][includes]': '1' };
  expectInvalid(
    await send(reader, 'POST', '', { ...body, name: 'Wrong', state: invalidState }),
    'filter[hotel_id][includes]',
  );
});
