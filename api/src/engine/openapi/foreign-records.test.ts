import { randomUUID } from 'node:crypto';
import { INTEGRATION_PERMISSIONS, type ResourceDefinition, getResource, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { call, createFormBody } from '../../testing/call.ts';
import { type TargetedRequest, type ForeignTargets, createTargetedRequests } from '../../testing/targeted-requests.ts';
import { type DescribedOperation, callsOf, readDocument } from '../../testing/openapi-document.ts';
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

const [northPlace, southPlace] = [await createPlace(db, 2), await createPlace(db, 1)];
const [desk = 0] = northPlace.hotels;
const [southHotel = 0] = southPlace.hotels;
const otherHotel = { hotel: southHotel, region: southPlace.region };
const findCodes = async (pattern: string): Promise<string[]> =>
  (await sql<{ name: string }>`select name from roles where name ~ ${pattern}`.execute(db.kysely)).rows.map(
    ({ name }) => name,
  );
const deskAssignments = [{ region_id: northPlace.region, restrict_hotel_id: desk }];

const people: Readonly<Record<string, TestUser>> = {
  'a manager of another region': await createUser(db, {
    level: 'region',
    assignments: [{ region_id: northPlace.region }],
  }),
  'a front desk with every right': await createUser(db, { level: 'property', assignments: deskAssignments }),
  'a front desk of another region with read access': await createUser(db, {
    level: 'property',
    assignments: deskAssignments,
    codes: await findCodes('^VIEW_'),
  }),
  'a user at region level without a place': await createUser(db, { level: 'region' }),
};
/** Registered, but not approved yet. */
const stranger = await createUser(db, { level: 'property', codes: [] });
const approver = await createUser(db, { level: 'group' });
const limitedUser = await createUser(db, {
  level: 'group',
  codes: await findCodes('_(USERS|ROLE_GROUP|REGION_USERS)$'),
});
const owner = await createUser(db, {
  level: 'region',
  discountLimit: 100,
  assignments: [{ region_id: southPlace.region }],
});

const allResources: readonly ResourceDefinition[] = Object.values(resources);
const scopedResources = allResources.filter((d) => d.scope && !d.readOnly);
/** Records at the remote place, by resource: one active and one deleted. */
const targetsByResource = new Map<string, ForeignTargets>();

beforeAll(async () => {
  for (const d of scopedResources) {
    const { id: live } = await createAtHotel(inputs, d, otherHotel);
    const { id: deletedRecord } = d.key === 'hotel' ? { id: live } : await createAtHotel(inputs, d, otherHotel);
    if (d.key !== 'hotel')
      await call(app, admin.token, 'DELETE', `/api/${d.key}/${deletedRecord}`, { body: { reason: 'Twice' } });
    targetsByResource.set(d.key, { live, deleted: deletedRecord });
  }
  const member = targetsByResource.get('member')?.live ?? 0;
  await call(app, admin.token, 'POST', `/api/member/${member}/mail`, { body: { mail_type: 'birthday' } });
  const mails = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/mail_log?per_page=1&sort=-id');
  const mail = mails.body.data[0]?.id ?? 0;
  targetsByResource.set('mail_log', { live: mail, deleted: mail });
  const system = await createSystem({ app, db }, otherHotel.hotel);
  const bill = { card_no: '4000 1000', reference_no: 'HELD-FAR-AWAY', total_fb: '1', staff_name: 'Till 9' };
  const { id: heldPosting } = (await system.request('POST', 'visits?hold=1', bill)).body.data;
  targetsByResource.set('held_posting', { live: heldPosting, deleted: heldPosting });
  await createFlaggedActivity(db, otherHotel.hotel);
  const flaggedActivity = await call<{ data: { id: number }[] }>(
    app,
    owner.token,
    'GET',
    '/api/flagged_activity?per_page=1',
  );
  const activityId = flaggedActivity.body.data[0]?.id ?? 0;
  targetsByResource.set('flagged_activity', { live: activityId, deleted: activityId });
  targetsByResource.set('users', { live: owner.id, deleted: owner.id });
  targetsByResource.set('role_group', { live: owner.roleGroupId, deleted: owner.roleGroupId });
  // Reference data belongs to no place, so any record serves as a target.
  for (const d of allResources.filter(({ key }) => !targetsByResource.has(key))) {
    const list = parseList(d, await call(app, admin.token, 'GET', `/api/${d.key}?per_page=1&sort=-id&page=1`));
    const id = list[0]?.id ?? (d.readOnly ? 1 : (await inputs.create(d)).id);
    targetsByResource.set(d.key, { live: id, deleted: id });
  }
});

/**
 * All records that a user can see in lists and that belong to a place. Records without a hotel are visible to everyone
 * and left out.
 */
async function readVisible({ token }: TestUser): Promise<ReadonlyMap<string, unknown>> {
  const condition = new Map<string, unknown>();
  for (const key of [...scopedResources.map((d) => d.key), 'held_posting', 'flagged_activity', 'mail_log', 'users']) {
    const reply = await call(app, token, 'GET', `/api/${key}?per_page=500&deleted=1&sort=id`);
    for (const record of parseList(getResource(key), reply))
      if (!isOpen(getResource(key), record)) condition.set(`${key} ${record.id}`, withoutVolatile(record));
  }
  return condition;
}
const isOpen = ({ scope }: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean =>
  (scope?.open ?? false) && record[scope?.hotel?.[0] ?? ''] === null;
/** A record without volatile values: the signatures of its files, and how often a hotel's own system calls. */
const withoutVolatile = (record: object): unknown =>
  JSON.parse(
    JSON.stringify(record, (name, value: unknown) => {
      if (CALL_COUNTERS.has(name)) return undefined;
      return typeof value === 'string' && value.startsWith('/storage/') ? value.split('?')[0] : value;
    }),
  );
const CALL_COUNTERS = new Set(['last_used_at', 'calls_day', 'failures_day']);

/** Texts that identify a record: names, numbers, addresses. */
function collectTexts(value: unknown, texts = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length >= 8 && /[A-Z\d@]/.test(value) && !/^[\d\s:.T-]+Z?$/.test(value))
    texts.add(value);
  else if (value instanceof Map) for (const item of value.values()) collectTexts(item, texts);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectTexts(item, texts);
  return texts;
}

/** Targets other than records that belong to another user or place. */
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
  freeMembership: 0,
  voucherNo: '',
  bulkRequestIds: new Map<string, string>(),
};
const requestsOf = createTargetedRequests({ inputs, document, place: otherHotel, foreign: targetsByResource, owners });
/** The requests for each call, built once: none of the users below may make them. */
const requestsByCall = new Map<DescribedOperation, readonly TargetedRequest[]>();
/** The same requests for users and role groups, aimed at an administrator. */
const requestsAgainstAdministrator = new Map<DescribedOperation, readonly TargetedRequest[]>();
let foreignRecords: ReadonlyMap<string, unknown> = new Map();
/** Texts of other users by their first characters: every response is searched for thousands of them. */
const markersByPrefix = new Map<string, readonly string[]>();
const PREFIX_LENGTH = 8;
function findMarker(text: string): string | undefined {
  for (let position = 0; position + PREFIX_LENGTH <= text.length; position += 1) {
    const marker = markersByPrefix
      .get(text.slice(position, position + PREFIX_LENGTH))
      ?.find((candidate) => text.startsWith(candidate, position));
    if (marker !== undefined) return marker;
  }
  return undefined;
}

/** Lets the owner bulk edit the records at the remote place. Returns the id of that request. */
async function editInBulk(d: ResourceDefinition): Promise<string> {
  const ids = [targetsByResource.get(d.key)?.live];
  // Users cannot edit their own role group.
  const { token } = d.key === 'role_group' ? admin : owner;
  const full = await inputs.createFull(d);
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
    file: Buffer.from(`id,hobby\n${targetsByResource.get('member')?.live},Chess`),
  };
  const form = createFormBody(file);
  expect((await call(app, owner.token, 'POST', '/api/member/import', form)).status).toBe(201);
  const imports = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/import?resource=member');
  const { rows: countries } = await sql<{
    id: number;
  }>`select country_id as id from hotel where id = ${otherHotel.hotel}`.execute(db.kysely);
  const country = countries[0]?.id ?? 0;
  targetsByResource.set('country', { live: country, deleted: country });
  const month = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/month_close', {
    body: { country_id: country, month: '2020-01' },
  });
  const correctionReply = await call<{ data: { id: number } }>(
    app,
    owner.token,
    'POST',
    `/api/country/${country}/rate_correction`,
    {
      body: { wrong_rate: '15500.5', usd_rate: '15501', reason: 'It was of the day before' },
    },
  );
  expect(correctionReply.status, correctionReply.text).toBe(201);
  const fileReply = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/report_file', {
    body: { report: 'visit-report', format: 'csv' },
  });
  const { id: monthCloseId } = month.body.data;
  const reason = 'A bill is missing';
  const approval = await call<{ data: { id: number } }>(app, owner.token, 'POST', '/api/approval', {
    body: { call: 'POST /api/month_close/{id}/reopen', path: { id: monthCloseId }, body: { reason }, reason },
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
  const voucher = await call<{ data: { voucher_no: string } }>(
    app,
    owner.token,
    'GET',
    `/api/member_voucher/${targetsByResource.get('member_voucher')?.live}`,
  );
  Object.assign(owners, {
    voucherNo: voucher.body.data.voucher_no,
    approval: approval.body.data.id,
    month: month.body.data.id,
    correction: correctionReply.body.data.id,
    session: sessions.body.data[0]?.id,
    view: view.body.data.id,
    file: fileReply.body.data.id,
    schedule: scheduled.body.data.id,
    email: emails[0]?.email ?? '',
    import: imports.body.data[0]?.id,
    payment: await inputs.findOptionDetail('type-payment', 'cash'),
    freeMembership: (
      await inputs.create(resources.membership, { is_free: 1, price: '0.000', restrict_region_id: null })
    ).id,
  });
  for (const d of allResources.filter(({ readOnly }) => !readOnly)) {
    owners.bulkRequestIds.set(d.key, await editInBulk(d));
  }
  for (const described of callsOf(document)) requestsByCall.set(described, await requestsOf(described));
  targetsByResource.set('users', { live: approver.id, deleted: approver.id });
  targetsByResource.set('role_group', { live: approver.roleGroupId, deleted: approver.roleGroupId });
  for (const described of callsOf(document))
    if (described.method !== 'GET' && /^\/api\/(users|role_group|region_users)\b/.test(described.path))
      requestsAgainstAdministrator.set(described, await requestsOf(described));
  foreignRecords = await readVisible(owner);
  const knownTexts = collectTexts(
    [admin, stranger, ...Object.values(people)].map(({ id }) => [`staff-${id}@innkeeper.test`]),
  );
  for (const d of allResources.filter(({ key, scope }) => key !== 'users' && (!scope || scope.open))) {
    const list = parseList(d, await call(app, admin.token, 'GET', `/api/${d.key}?per_page=500&page=1`));
    collectTexts(
      list.filter((record) => !d.scope || isOpen(d, record)),
      knownTexts,
    );
  }
  const leakedTexts = [...collectTexts(foreignRecords)].filter((text) => !knownTexts.has(text));
  for (const text of leakedTexts) {
    const head = text.slice(0, PREFIX_LENGTH);
    markersByPrefix.set(head, [...(markersByPrefix.get(head) ?? []), text]);
  }
});

/** A resource that everyone can read, and that any user with its code may change: no place owns it. */
const isPublicCall = ({ path, method }: DescribedOperation): boolean => {
  const d = allResources.find((item) => item.key === path.split('/')[2]);
  return method !== 'GET' && d !== undefined && !d.scope && d.key !== 'users' && d.key !== 'role_group';
};

/** Calls that got past validation for a user with permission. */
const testedCalls = new Set<DescribedOperation>();

const collectProblems = async (
  tokenOf: () => Promise<string>,
  requests: Iterable<readonly [DescribedOperation, readonly TargetedRequest[]]>,
): Promise<string[]> => {
  const problems: string[] = [];
  for (const [described, targetedRequests] of requests) {
    const { method } = described;
    // Some of these calls end the session.
    const token = await tokenOf();
    for (const { url, ...options } of targetedRequests) {
      const headers = { 'idempotency-key': randomUUID(), ...options.headers };
      const reply = await call(app, token, method, url, { ...options, headers });
      const description = `${method} ${url} ${JSON.stringify(options.body ?? '').slice(0, 200)}: ${reply.status}`;
      if (reply.status >= 500) problems.push(description);
      if (![401, 403, 422].includes(reply.status)) testedCalls.add(described);
      const leakedMarker = findMarker(reply.text);
      if (leakedMarker !== undefined) problems.push(`${description} tells ${leakedMarker}`);
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
  (userName, person) => {
    const canWrite = !/stranger|look/.test(userName);
    const findProblems = (isSelected: (described: DescribedOperation) => boolean): Promise<string[]> =>
      collectProblems(
        () => signIn(db, person.id),
        [...requestsByCall].filter(([described]) => isSelected(described) && !(canWrite && isPublicCall(described))),
      );

    test('reads nothing from another region', async () => {
      expect(await findProblems(({ method }) => method === 'GET')).toEqual([]);
    });

    test('changes nothing in another region, and learns nothing from the attempts', async () => {
      expect(await findProblems(({ method }) => method !== 'GET')).toEqual([]);
      const visibleRecords = [...(await readVisible(owner))].filter(
        ([key, record]) => foreignRecords.has(key) || !isAccessRequest(key, record),
      );
      expect(new Map(visibleRecords)).toEqual(foreignRecords);
    });
  },
);

test('a hotel’s own system reads and changes nothing in another region', async () => {
  const { token } = await createSystem(api, desk, { calls_per_minute: 1_000_000 }, { codes: INTEGRATION_PERMISSIONS });
  const calls = [...requestsByCall].filter(
    ([{ path, method }]) => path.startsWith('/integration/') || (path.startsWith('/api/') && method === 'GET'),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(await collectProblems(async () => token, calls)).toEqual([]);
  const visibleRecords = [...(await readVisible(owner))].filter(([key]) => foreignRecords.has(key));
  expect(new Map(visibleRecords)).toEqual(foreignRecords);
});

/** A user's record and permissions. */
const readUserState = async ({ id, roleGroupId }: TestUser): Promise<unknown> =>
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
    const before = await readUserState(approver);
    expect(await collectProblems(() => signIn(db, person.id), requestsAgainstAdministrator)).toEqual([]);
    expect(await readUserState(approver)).toEqual(before);
    // The open session is still valid.
    expect((await call(app, approver.token, 'GET', '/api/user')).status).toBe(200);
  },
);

/** Calls that delete the targets of other calls come last. */
const isDelete = ({ path, method }: DescribedOperation): boolean =>
  method === 'DELETE' || /\/(destroyBulk|undo|undoBulk|merge|\{id\})$/.test(path);
/**
 * Calls about the caller's own account, which require a secret: they cannot name anything that belongs to another user.
 */
const IS_SECRET = /^\/api\/(user\/(?:password|profile|two_factor)|password\/reset)/;

test('each write is realistic: it passes validation for a user with every permission', async () => {
  const writes = [...requestsByCall].filter(([{ method, path }]) => method !== 'GET' && !IS_SECRET.test(path));
  const [deleteCalls, otherCalls] = [
    writes.filter(([item]) => isDelete(item)),
    writes.filter(([item]) => !isDelete(item)),
  ];
  const problems: string[] = [];
  for (const [described, targetedRequests] of [...otherCalls, ...deleteCalls].filter(
    ([item]) => !testedCalls.has(item),
  )) {
    const { method, path } = described;
    const texts = new Map<number, string>();
    for (const { url, ...options } of targetedRequests) {
      const { status, text } = await call(app, await signIn(db, admin.id), method, url, options);
      texts.set(status, text);
    }
    if ([...texts.keys()].every((status) => status === 422)) problems.push(`${method} ${path}: ${texts.get(422)}`);
  }
  expect(problems).toEqual([]);
});
