import { randomUUID } from 'node:crypto';
import { type ResourceDefinition, getResource, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listIn } from '../../testing/answers.ts';
import { call, formBody } from '../../testing/call.ts';
import { type Asked, type Foreign, aimRequests } from '../../testing/aimed-requests.ts';
import { type Described, callsOf, readDocument } from '../../testing/document.ts';
import { createInputs, sharedFields } from '../../testing/inputs.ts';
import { createPlace, placeAt } from '../../testing/places.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { inTurn } from '../../testing/turn.ts';
import { createUnusualActs } from '../../testing/unusual-acts.ts';
import { type TestUser, createUser, signIn } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/**
 * Every call of the document, by people of every level, aimed at records of others: records, users and role groups of
 * another region. No answer shows any of them, and none of them has changed afterwards. A call that is new is
 * walked as soon as the document has it; one with a parameter that nobody has met fails until it is told here.
 */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const document = await readDocument(app);

const [north, south] = [await createPlace(db, 2), await createPlace(db, 1)];
const [desk = 0] = north.hotels;
const [far = 0] = south.hotels;
const farAway = { hotel: far, region: south.region };
const codesOf = async (pattern: string): Promise<string[]> =>
  (await sql<{ name: string }>`select name from roles where name ~ ${pattern}`.execute(db.kysely)).rows.map(
    ({ name }) => name,
  );
const atDesk = [{ region_id: north.region, restrict_hotel_id: desk }];

const people: Readonly<Record<string, TestUser>> = {
  'a manager of another region': await createUser(db, {
    level: 'region',
    assignments: [{ region_id: north.region }],
  }),
  'a front desk with every right': await createUser(db, { level: 'property', assignments: atDesk }),
  'a front desk of another region that may look': await createUser(db, {
    level: 'property',
    assignments: atDesk,
    codes: await codesOf('^VIEW_'),
  }),
  'somebody at region level without a place': await createUser(db, { level: 'region' }),
};
/** Was registered, and nobody has let them in yet. */
const stranger = await createUser(db, { level: 'property', codes: [] });
const above = await createUser(db, { level: 'group' });
const few = await createUser(db, { level: 'group', codes: await codesOf('_(USERS|ROLE_GROUP|REGION_USERS)$') });
const owner = await createUser(db, { level: 'region', discountLimit: 100, assignments: [{ region_id: south.region }] });

const all: readonly ResourceDefinition[] = Object.values(resources);
const scoped = all.filter((d) => d.scope && !d.readOnly);
/** The records at the far place, by resource: one that lives, and one that was deleted. */
const foreign = new Map<string, Foreign>();

beforeAll(async () => {
  for (const d of scoped) {
    const { id: live } = await placeAt(inputs, d, farAway);
    const { id: gone } = d.key === 'hotel' ? { id: live } : await placeAt(inputs, d, farAway);
    if (d.key !== 'hotel')
      await call(app, admin.token, 'DELETE', `/api/${d.key}/${gone}`, { body: { reason: 'Twice' } });
    foreign.set(d.key, { live, gone });
  }
  const member = foreign.get('member')?.live ?? 0;
  await call(app, admin.token, 'POST', `/api/member/${member}/mail`, { body: { mail_type: 'birthday' } });
  const mails = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/mail_log?per_page=1&sort=-id');
  const mail = mails.body.data[0]?.id ?? 0;
  foreign.set('mail_log', { live: mail, gone: mail });
  const system = await createSystem({ app, db }, farAway.hotel);
  const bill = { card_no: '4000 1000', reference_no: 'HELD-FAR-AWAY', total_fb: '1', staff_name: 'Till 9' };
  const { id: held } = (await system.ask('POST', 'visits?hold=1', bill)).body.data;
  foreign.set('held_posting', { live: held, gone: held });
  await createUnusualActs(db, farAway.hotel);
  const acts = await call<{ data: { id: number }[] }>(app, owner.token, 'GET', '/api/unusual_act?per_page=1');
  const act = acts.body.data[0]?.id ?? 0;
  foreign.set('unusual_act', { live: act, gone: act });
  foreign.set('users', { live: owner.id, gone: owner.id });
  foreign.set('role_group', { live: owner.roleGroupId, gone: owner.roleGroupId });
  // Reference data is everybody's: requests about it are aimed at any.
  for (const d of all.filter(({ key }) => !foreign.has(key))) {
    const list = listIn(d, await call(app, admin.token, 'GET', `/api/${d.key}?per_page=1&sort=-id&page=1`));
    const id = list[0]?.id ?? (d.readOnly ? 1 : (await inputs.create(d)).id);
    foreign.set(d.key, { live: id, gone: id });
  }
});

/** All records of places that somebody sees, as the lists tell them; records without a hotel belong to all. */
async function sightOf({ token }: TestUser): Promise<ReadonlyMap<string, unknown>> {
  const sight = new Map<string, unknown>();
  for (const key of [...scoped.map((d) => d.key), 'held_posting', 'unusual_act', 'mail_log', 'users']) {
    const reply = await call(app, token, 'GET', `/api/${key}?per_page=500&deleted=1&sort=id`);
    for (const record of listIn(getResource(key), reply))
      if (!isOpen(getResource(key), record)) sight.set(`${key} ${record.id}`, steady(record));
  }
  return sight;
}
const isOpen = ({ scope }: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean =>
  (scope?.open ?? false) && record[scope?.hotel?.[0] ?? ''] === null;
/** A record without values that change by the hour: the signatures of its files, and how much a hotel's own system calls. */
const steady = (record: object): unknown =>
  JSON.parse(
    JSON.stringify(record, (name, value: unknown) => {
      if (OF_CALLS.has(name)) return undefined;
      return typeof value === 'string' && value.startsWith('/storage/') ? value.split('?')[0] : value;
    }),
  );
const OF_CALLS = new Set(['last_used_at', 'calls_day', 'failures_day']);

/** Texts that tell one record from any other: names, numbers, addresses. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length >= 8 && /[A-Z\d@]/.test(value) && !/^[\d\s:.T-]+Z?$/.test(value))
    found.add(value);
  else if (value instanceof Map) for (const one of value.values()) textsIn(one, found);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) textsIn(one, found);
  return found;
}

/** The things beside records that belong to somebody else. */
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
const requestsOf = aimRequests({ inputs, document, place: farAway, foreign, owners });
/** The requests of each call, made once: nobody below may do it. */
const asked = new Map<Described, readonly Asked[]>();
/** The same of users and role groups, aimed at an administrator. */
const askedAbove = new Map<Described, readonly Asked[]>();
let untouched: ReadonlyMap<string, unknown> = new Map();
/** Texts of others by their first characters: thousands of them are looked for in every answer. */
const marks = new Map<string, readonly string[]>();
const HEAD = 8;
function markIn(text: string): string | undefined {
  for (let at = 0; at + HEAD <= text.length; at += 1) {
    const found = marks.get(text.slice(at, at + HEAD))?.find((mark) => text.startsWith(mark, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Edits the records at the far place by a bulk call of their owner; returns the id of that request. */
async function editInBulk(d: ResourceDefinition): Promise<string> {
  const ids = [foreign.get(d.key)?.live];
  // Nobody edits the role group that they are in.
  const { token } = d.key === 'role_group' ? admin : owner;
  const full = await inputs.full(d);
  let refusal = '';
  // Some fields point to records that the owner does not see.
  // Asked for another password, the owner would be signed out.
  const names = sharedFields(d).filter((name) => name !== 'must_change_password');
  for (const [name, value] of names.flatMap((name) => [full[name], null].map((value) => [name, value]))) {
    const body = { ids, set: { [String(name)]: value } };
    const { status, text, headers } = await call(app, token, 'POST', `/api/${d.key}/updateBulk`, { body });
    if (status === 200) return String(headers['x-request-id']);
    refusal = text;
  }
  throw new Error(refusal);
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
  }>`select country_id as id from hotel where id = ${farAway.hotel}`.execute(db.kysely);
  const country = countries[0]?.id ?? 0;
  foreign.set('country', { live: country, gone: country });
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
      hotel_id: farAway.hotel,
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
  for (const described of callsOf(document)) asked.set(described, await requestsOf(described));
  foreign.set('users', { live: above.id, gone: above.id });
  foreign.set('role_group', { live: above.roleGroupId, gone: above.roleGroupId });
  for (const described of callsOf(document))
    if (described.method !== 'GET' && /^\/api\/(users|role_group|region_users)\b/.test(described.path))
      askedAbove.set(described, await requestsOf(described));
  untouched = await sightOf(owner);
  const known = textsIn([admin, stranger, ...Object.values(people)].map(({ id }) => [`staff-${id}@innkeeper.test`]));
  for (const d of all.filter(({ key, scope }) => key !== 'users' && (!scope || scope.open))) {
    const list = listIn(d, await call(app, admin.token, 'GET', `/api/${d.key}?per_page=500&page=1`));
    textsIn(
      list.filter((record) => !d.scope || isOpen(d, record)),
      known,
    );
  }
  const told = [...textsIn(untouched)].filter((text) => !known.has(text));
  for (const text of told) {
    const head = text.slice(0, HEAD);
    marks.set(head, [...(marks.get(head) ?? []), text]);
  }
});

/** A resource that everybody reads and any user with its code may change: no place owns it. */
const isEverybodys = ({ path, method }: Described): boolean => {
  const d = all.find((one) => one.key === path.split('/')[2]);
  return method !== 'GET' && d !== undefined && !d.scope && d.key !== 'users' && d.key !== 'role_group';
};

/** Calls that were more than a wrong form to somebody who may make them. */
const reached = new Set<Described>();

const faultsIn = async (
  tokenOf: () => Promise<string>,
  requests: Iterable<readonly [Described, readonly Asked[]]>,
): Promise<string[]> => {
  const faults: string[] = [];
  for (const [described, some] of requests) {
    const { method } = described;
    // Some of these calls end the session.
    const token = await tokenOf();
    for (const { url, ...options } of some) {
      const headers = { 'idempotency-key': randomUUID(), ...options.headers };
      const reply = await call(app, token, method, url, { ...options, headers });
      const shown = `${method} ${url} ${JSON.stringify(options.body ?? '').slice(0, 200)}: ${reply.status}`;
      if (reply.status >= 500) faults.push(shown);
      if (![401, 403, 422].includes(reply.status)) reached.add(described);
      const leak = markIn(reply.text);
      if (leak !== undefined) faults.push(`${shown} tells ${leak}`);
    }
  }
  return faults;
};

/** Registering is open to everybody, and those who may let a person in see them once they have registered. */
const asksForAccess = (key: string, record: unknown): boolean =>
  key.startsWith('users ') &&
  ['"created_by":null', '"role_group_id":null'].every((part) => JSON.stringify(record).includes(part));

describe.each(inTurn(Object.entries({ ...people, 'a stranger whom nobody has let in': stranger })))(
  '%s',
  (who, person) => {
    const mayWrite = !/stranger|look/.test(who);
    const walk = (isMeant: (described: Described) => boolean): Promise<string[]> =>
      faultsIn(
        () => signIn(db, person.id),
        [...asked].filter(([described]) => isMeant(described) && !(mayWrite && isEverybodys(described))),
      );

    test('reads nothing of another region', async () => {
      expect(await walk(({ method }) => method === 'GET')).toEqual([]);
    });

    test('changes nothing of another region, and learns nothing by trying', async () => {
      expect(await walk(({ method }) => method !== 'GET')).toEqual([]);
      const seen = [...(await sightOf(owner))].filter(
        ([key, record]) => untouched.has(key) || !asksForAccess(key, record),
      );
      expect(new Map(seen)).toEqual(untouched);
    });
  },
);

test('a hotel’s own system reads and changes nothing of another region', async () => {
  const { token } = await createSystem(api, desk);
  const calls = [...asked].filter(([{ path }]) => path.startsWith('/integration/'));
  expect(calls.length).toBeGreaterThan(5);
  expect(await faultsIn(async () => token, calls)).toEqual([]);
  const seen = [...(await sightOf(owner))].filter(([key]) => untouched.has(key));
  expect(new Map(seen)).toEqual(untouched);
});

/** A user's record and rights. */
const standingOf = async ({ id, roleGroupId }: TestUser): Promise<unknown> =>
  (
    await sql`
    select to_jsonb(u) as who, to_jsonb(g) as role_group, array(select roles_id from role_group_role where role_group_id = g.id order by 1) as roles,
           array(select to_jsonb(r) from region_users r where r.user_id = u.id order by r.id) as places
    from users u, role_group g where u.id = ${id} and g.id = ${roleGroupId}`.execute(db.kysely)
  ).rows;

test.each(inTurn(Object.entries({ ...people, 'somebody of head office with fewer rights': few })))(
  '%s changes nobody above them',
  async (_, person) => {
    const before = await standingOf(above);
    expect(await faultsIn(() => signIn(db, person.id), askedAbove)).toEqual([]);
    expect(await standingOf(above)).toEqual(before);
    // The session that was open is open.
    expect((await call(app, above.token, 'GET', '/api/user')).status).toBe(200);
  },
);

/** Calls that take away the targets of others come last. */
const takesAway = ({ path, method }: Described): boolean =>
  method === 'DELETE' || /\/(destroyBulk|undo|undoBulk|merge|\{id\})$/.test(path);
/** Calls about the caller, who shows a secret: they cannot name anything of somebody else's. */
const IS_SECRET = /^\/api\/(user\/(?:password|profile|two_factor)|password\/reset)/;

test('each write is aimed well: it is more than a wrong form to somebody who may do everything everywhere', async () => {
  const writes = [...asked].filter(([{ method, path }]) => method !== 'GET' && !IS_SECRET.test(path));
  const [last, first] = [writes.filter(([one]) => takesAway(one)), writes.filter(([one]) => !takesAway(one))];
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
