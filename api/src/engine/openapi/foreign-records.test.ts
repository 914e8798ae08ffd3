import { randomUUID } from 'node:crypto';
import { type ResourceDefinition, getResource, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listIn } from '../../testing/responses.ts';
import { call, formBody } from '../../testing/call.ts';
import { type TargetedRequest, type Foreign, aimRequests } from '../../testing/targeted-requests.ts';
import { type Described, callsOf, readDocument } from '../../testing/openapi-document.ts';
import { createInputs, sharedFields } from '../../testing/inputs.ts';
import { createPlace, createAtHotel } from '../../testing/places.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { caseShare } from '../../testing/case-share.ts';
import { createFlaggedActivity } from '../../testing/flagged-activity.ts';
import { type TestUser, createUser, signIn } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * Every call in the document, made by users of every level against data of another region: records, users and role
 * groups. No response shows any of it, and none of it has changed afterwards. New calls are covered as soon as the
 * document has them; a call with an unknown parameter fails until it is added here.
 */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const document = await readDocument(app);

const [north, south] = [await createPlace(db, 2), await createPlace(db, 1)];
const [desk = 0] = north.hotels;
const [southHotel = 0] = south.hotels;
const otherHotel = { hotel: southHotel, region: south.region };
const codesOf = async (pattern: string): Promise<string[]> =>
  (await sql<{ name: string }>`select name from roles where name ~ ${pattern}`.execute(db.kysely)).rows.map(
    ({ name }) => name,
  );
const deskAssignments = [{ region_id: north.region, restrict_hotel_id: desk }];

const people: Readonly<Record<string, TestUser>> = {
  'a manager of another region': await createUser(db, {
    level: 'region',
    assignments: [{ region_id: north.region }],
  }),
  'a front desk with every right': await createUser(db, { level: 'property', assignments: deskAssignments }),
  'a front desk of another region with read access': await createUser(db, {
    level: 'property',
    assignments: deskAssignments,
    codes: await codesOf('^VIEW_'),
  }),
  'a user at region level without a place': await createUser(db, { level: 'region' }),
};
/** Registered, but not approved yet. */
const stranger = await createUser(db, { level: 'property', codes: [] });
const above = await createUser(db, { level: 'group' });
const limitedUser = await createUser(db, { level: 'group', codes: await codesOf('_(USERS|ROLE_GROUP|REGION_USERS)$') });
const owner = await createUser(db, { level: 'region', discountLimit: 100, assignments: [{ region_id: south.region }] });

const all: readonly ResourceDefinition[] = Object.values(resources);
const scoped = all.filter((d) => d.scope && !d.readOnly);
/** Records at the remote place, by resource: one active and one deleted. */
const foreign = new Map<string, Foreign>();

beforeAll(async () => {
  for (const d of scoped) {
    const { id: live } = await createAtHotel(inputs, d, otherHotel);
    const { id: deleted } = d.key === 'hotel' ? { id: live } : await createAtHotel(inputs, d, otherHotel);
    if (d.key !== 'hotel')
      await call(app, admin.token, 'DELETE', `/api/${d.key}/${deleted}`, { body: { reason: 'Twice' } });
    foreign.set(d.key, { live, deleted });
  }
  const member = foreign.get('member')?.live ?? 0;
  await call(app, admin.token, 'POST', `/api/member/${member}/mail`, { body: { mail_type: 'birthday' } });
  const mails = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/mail_log?per_page=1&sort=-id');
  const mail = mails.body.data[0]?.id ?? 0;
  foreign.set('mail_log', { live: mail, deleted: mail });
  const system = await createSystem({ app, db }, otherHotel.hotel);
  const bill = { card_no: '4000 1000', reference_no: 'HELD-FAR-AWAY', total_fb: '1', staff_name: 'Till 9' };
  const { id: heldPosting } = (await system.request('POST', 'visits?hold=1', bill)).body.data;
  foreign.set('held_posting', { live: heldPosting, deleted: heldPosting });
  await createFlaggedActivity(db, otherHotel.hotel);
  const flaggedActivity = await call<{ data: { id: number }[] }>(
    app,
    owner.token,
    'GET',
    '/api/flagged_activity?per_page=1',
  );
  const act = flaggedActivity.body.data[0]?.id ?? 0;
  foreign.set('flagged_activity', { live: act, deleted: act });
  foreign.set('users', { live: owner.id, deleted: owner.id });
  foreign.set('role_group', { live: owner.roleGroupId, deleted: owner.roleGroupId });
  // Reference data belongs to no place, so any record serves as a target.
  for (const d of all.filter(({ key }) => !foreign.has(key))) {
    const list = listIn(d, await call(app, admin.token, 'GET', `/api/${d.key}?per_page=1&sort=-id&page=1`));
    const id = list[0]?.id ?? (d.readOnly ? 1 : (await inputs.create(d)).id);
    foreign.set(d.key, { live: id, deleted: id });
  }
});

/**
 * All records that a user can see in lists and that belong to a place. Records without a hotel are visible to everyone
 * and left out.
 */
async function readVisible({ token }: TestUser): Promise<ReadonlyMap<string, unknown>> {
  const condition = new Map<string, unknown>();
  for (const key of [...scoped.map((d) => d.key), 'held_posting', 'flagged_activity', 'mail_log', 'users']) {
    const reply = await call(app, token, 'GET', `/api/${key}?per_page=500&deleted=1&sort=id`);
    for (const record of listIn(getResource(key), reply))
      if (!isOpen(getResource(key), record)) condition.set(`${key} ${record.id}`, steady(record));
  }
  return condition;
}
const isOpen = ({ scope }: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean =>
  (scope?.open ?? false) && record[scope?.hotel?.[0] ?? ''] === null;
/** A record without volatile values: the signatures of its files, and how often a hotel's own system calls. */
const steady = (record: object): unknown =>
  JSON.parse(
    JSON.stringify(record, (name, value: unknown) => {
      if (CALL_COUNTERS.has(name)) return undefined;
      return typeof value === 'string' && value.startsWith('/storage/') ? value.split('?')[0] : value;
    }),
  );
const CALL_COUNTERS = new Set(['last_used_at', 'calls_day', 'failures_day']);

/** Texts that identify a record: names, numbers, addresses. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length >= 8 && /[A-Z\d@]/.test(value) && !/^[\d\s:.T-]+Z?$/.test(value))
    found.add(value);
  else if (value instanceof Map) for (const one of value.values()) textsIn(one, found);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) textsIn(one, found);
  return found;
}

/** Things other than records that belong to another user or place. */
const owners = {
  session: 0,
  import: 0,
  view: 0,
  file: 0,
  schedule: 0,
  email: '',
  month: 0,
  correction: 0,
  approval: 0,
  payment: 0,
  free: 0,
  bulk: new Map<string, string>(),
};
const requestsOf = aimRequests({ inputs, document, place: otherHotel, foreign, owners });
/** The requests for each call, built once: none of the users below may make them. */
const requested = new Map<Described, readonly TargetedRequest[]>();
/** The same for users and role groups, with an administrator as the target. */
const requestsAbove = new Map<Described, readonly TargetedRequest[]>();
let untouched: ReadonlyMap<string, unknown> = new Map();
/** Texts of other users by their first characters: every response is searched for thousands of them. */
const marks = new Map<string, readonly string[]>();
const HEAD = 8;
function markerIn(text: string): string | undefined {
  for (let at = 0; at + HEAD <= text.length; at += 1) {
    const found = marks.get(text.slice(at, at + HEAD))?.find((mark) => text.startsWith(mark, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Has the owner edit the records at the remote place by a bulk call; returns the id of that request. */
async function editInBulk(d: ResourceDefinition): Promise<string> {
  const ids = [foreign.get(d.key)?.live];
  // Users cannot edit their own role group.
  const { token } = d.key === 'role_group' ? admin : owner;
  const full = await inputs.full(d);
  let rejection = '';
  // Some fields reference records that the owner cannot see.
  // Requiring a password change would sign the owner out.
  const names = sharedFields(d).filter((name) => name !== 'must_change_password');
  for (const [name, value] of names.flatMap((name) => [full[name], null].map((value) => [name, value]))) {
    const body = { ids, set: { [String(name)]: value } };
    const { status, text, headers } = await call(app, token, 'POST', `/api/${d.key}/updateBulk`, { body });
    if (status === 200) return String(headers['x-request-id']);
    rejection = text;
  }
  throw new Error(rejection);
}

beforeAll(async () => {
  const sessions = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/user/sessions');
  const view = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/saved_view', {
    body: { resource: 'member', name: 'Guests of the south', state: { search: 'south' }, shared: 'me' },
  });
  const file = {
    mapping: JSON.stringify({ id: 'id', hobby: 'hobby' }),
    file: Buffer.from(`id,hobby\n${foreign.get('member')?.live},Chess`),
  };
  const form = formBody(file);
  expect((await call(app, owner.token, 'POST', '/api/member/import', form)).status).toBe(201);
  const imports = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/import?resource=member');
  const { rows: countries } = await sql<{
    id: number;
  }>`select country_id as id from hotel where id = ${otherHotel.hotel}`.execute(db.kysely);
  const country = countries[0]?.id ?? 0;
  foreign.set('country', { live: country, deleted: country });
  const month = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/month_close', {
    body: { country_id: country, month: '2020-01' },
  });
  const corrected = await call<{ data: { id: number } }>(
    app,
    owner.token,
    'POST',
    `/api/country/${country}/rate_correction`,
    {
      body: { wrong_rate: '15500.5', usd_rate: '15501', reason: 'It was of the day before' },
    },
  );
  expect(corrected.status, corrected.text).toBe(201);
  const ordered = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/report_file', {
    body: { report: 'visit-report', format: 'csv' },
  });
  const { id: closed } = month.body.data;
  const reason = 'A bill is missing';
  const approval = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/approval', {
    body: { call: 'POST /api/month_close/{id}/reopen', path: { id: closed }, body: { reason }, reason },
  });
  expect(approval.status, approval.text).toBe(201);
  const { rows: emails } = await sql<{ email: string }>`select email from users where id = ${owner.id}`.execute(
    db.kysely,
  );
  const scheduled = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/report_schedule', {
    body: {
      report: 'visit-report',
      format: 'csv',
      every: 'day',
      at: '07:00',
      hotel_id: otherHotel.hotel,
      readers: emails.map(({ email }) => email),
    },
  });
  Object.assign(owners, {
    approval: approval.body.data.id,
    month: month.body.data.id,
    correction: corrected.body.data.id,
    session: sessions.body.data[0]?.id,
    view: view.body.data.id,
    file: ordered.body.data.id,
    schedule: scheduled.body.data.id,
    email: emails[0]?.email ?? '',
    import: imports.body.data[0]?.id,
    payment: await inputs.detail('type-payment', 'cash'),
    free: (await inputs.create(resources.membership, { is_free: 1, price: '0.000', restrict_region_id: null })).id,
  });
  for (const d of all.filter(({ readOnly }) => !readOnly)) {
    owners.bulk.set(d.key, await editInBulk(d));
  }
  for (const described of callsOf(document)) requested.set(described, await requestsOf(described));
  foreign.set('users', { live: above.id, deleted: above.id });
  foreign.set('role_group', { live: above.roleGroupId, deleted: above.roleGroupId });
  for (const described of callsOf(document))
    if (described.method !== 'GET' && /^\/api\/(users|role_group|region_users)\b/.test(described.path))
      requestsAbove.set(described, await requestsOf(described));
  untouched = await readVisible(owner);
  const known = textsIn([admin, stranger, ...Object.values(people)].map(({ id }) => [`staff-${id}@innkeeper.test`]));
  for (const d of all.filter(({ key, scope }) => key !== 'users' && (!scope || scope.open))) {
    const list = listIn(d, await call(app, admin.token, 'GET', `/api/${d.key}?per_page=500&page=1`));
    textsIn(
      list.filter((record) => !d.scope || isOpen(d, record)),
      known,
    );
  }
  const leaked = [...textsIn(untouched)].filter((text) => !known.has(text));
  for (const text of leaked) {
    const head = text.slice(0, HEAD);
    marks.set(head, [...(marks.get(head) ?? []), text]);
  }
});

/** A resource that everyone can read, and that any user with its code may change: no place owns it. */
const isPublicCall = ({ path, method }: Described): boolean => {
  const d = all.find((one) => one.key === path.split('/')[2]);
  return method !== 'GET' && d !== undefined && !d.scope && d.key !== 'users' && d.key !== 'role_group';
};

/** Calls that got past validation for a user with permission. */
const reached = new Set<Described>();

const problemsIn = async (
  tokenOf: () => Promise<string>,
  requests: Iterable<readonly [Described, readonly TargetedRequest[]]>,
): Promise<string[]> => {
  const problems: string[] = [];
  for (const [described, some] of requests) {
    const { method } = described;
    // Some of these calls end the session.
    const token = await tokenOf();
    for (const { url, ...options } of some) {
      const headers = { 'idempotency-key': randomUUID(), ...options.headers };
      const reply = await call(app, token, method, url, { ...options, headers });
      const shown = `${method} ${url} ${JSON.stringify(options.body ?? '').slice(0, 200)}: ${reply.status}`;
      if (reply.status >= 500) problems.push(shown);
      if (![401, 403, 422].includes(reply.status)) reached.add(described);
      const leakedMarker = markerIn(reply.text);
      if (leakedMarker !== undefined) problems.push(`${shown} tells ${leakedMarker}`);
    }
  }
  return problems;
};

/** Anyone may register, and users who may approve a registration can see it. */
const isAccessRequest = (key: string, record: unknown): boolean =>
  key.startsWith('users ') &&
  ['"created_by":null', '"role_group_id":null'].every((part) => JSON.stringify(record).includes(part));

describe.each(caseShare(Object.entries({ ...people, 'a stranger without an approved account': stranger })))(
  '%s',
  (who, person) => {
    const canWrite = !/stranger|look/.test(who);
    const walk = (isSelected: (described: Described) => boolean): Promise<string[]> =>
      problemsIn(
        () => signIn(db, person.id),
        [...requested].filter(([described]) => isSelected(described) && !(canWrite && isPublicCall(described))),
      );

    test('reads nothing from another region', async () => {
      expect(await walk(({ method }) => method === 'GET')).toEqual([]);
    });

    test('changes nothing in another region, and learns nothing from the attempts', async () => {
      expect(await walk(({ method }) => method !== 'GET')).toEqual([]);
      const seen = [...(await readVisible(owner))].filter(
        ([key, record]) => untouched.has(key) || !isAccessRequest(key, record),
      );
      expect(new Map(seen)).toEqual(untouched);
    });
  },
);

test('a hotel’s own system reads and changes nothing in another region', async () => {
  const { token } = await createSystem(api, desk);
  const calls = [...requested].filter(([{ path }]) => path.startsWith('/integration/'));
  expect(calls.length).toBeGreaterThan(5);
  expect(await problemsIn(async () => token, calls)).toEqual([]);
  const seen = [...(await readVisible(owner))].filter(([key]) => untouched.has(key));
  expect(new Map(seen)).toEqual(untouched);
});

/** A user's record and permissions. */
const standingOf = async ({ id, roleGroupId }: TestUser): Promise<unknown> =>
  (
    await sql`
    select to_jsonb(u) as who, to_jsonb(g) as role_group, array(select roles_id from role_group_role
        where role_group_id = g.id order by 1) as roles,
           array(select to_jsonb(r) from region_users r where r.user_id = u.id order by r.id) as places
    from users u, role_group g where u.id = ${id} and g.id = ${roleGroupId}`.execute(db.kysely)
  ).rows;

test.each(caseShare(Object.entries({ ...people, 'a user of head office with fewer rights': limitedUser })))(
  '%s cannot change users above them',
  async (_, person) => {
    const before = await standingOf(above);
    expect(await problemsIn(() => signIn(db, person.id), requestsAbove)).toEqual([]);
    expect(await standingOf(above)).toEqual(before);
    // The open session is still valid.
    expect((await call(app, above.token, 'GET', '/api/user')).status).toBe(200);
  },
);

/** Calls that delete the targets of other calls come last. */
const isDelete = ({ path, method }: Described): boolean =>
  method === 'DELETE' || /\/(destroyBulk|undo|undoBulk|merge|\{id\})$/.test(path);
/**
 * Calls about the caller's own account, which require a secret: they cannot name anything that belongs to another user.
 */
const IS_SECRET = /^\/api\/(user\/(?:password|profile|two_factor)|password\/reset)/;

test('each write is realistic: it passes validation for a user with every permission', async () => {
  const writes = [...requested].filter(([{ method, path }]) => method !== 'GET' && !IS_SECRET.test(path));
  const [last, first] = [writes.filter(([one]) => isDelete(one)), writes.filter(([one]) => !isDelete(one))];
  const wrong: string[] = [];
  for (const [described, some] of [...first, ...last].filter(([one]) => !reached.has(one))) {
    const { method, path } = described;
    const texts = new Map<number, string>();
    for (const { url, ...options } of some) {
      const { status, text } = await call(app, await signIn(db, admin.id), method, url, options);
      texts.set(status, text);
    }
    if ([...texts.keys()].every((status) => status === 422)) wrong.push(`${method} ${path}: ${texts.get(422)}`);
  }
  expect(wrong).toEqual([]);
});
