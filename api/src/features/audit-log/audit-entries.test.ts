import { storedResourceKeys, getResource, type ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { REASON, call, queryString } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace, createAtHotel } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const northPlace = await createPlace(db, 2);
const southPlace = await createPlace(db, 1);
const [firstHotel = 0, secondHotel = 0] = northPlace.hotels;
const regionalUser = await createUser(db, { level: 'region', assignments: [{ region_id: northPlace.region }] });
const auditor = await createUser(db, { level: 'group' });

interface StoredEntry {
  data: { hotel: { name: string } };
}

const listEntries = async (token: string, parameters: Record<string, string | number>) =>
  parseList(
    getResource('audit_entry'),
    await call(app, token, 'GET', `/api/audit_entry?${queryString({ per_page: 500, ...parameters })}`),
  );

describe('the audit log', () => {
  test('shows who did what to which record, and its previous values', async () => {
    const member = await inputs.create(getResource('member'));
    await call(app, admin.token, 'POST', `/api/member/${member.id}`, { body: { first_name: 'Kirana' } });
    await call(app, admin.token, 'DELETE', `/api/member/${member.id}`, REASON);
    const shownEntries = await listEntries(auditor.token, {
      'filter[resource][includes]': 'member',
      'filter[record_id][eq]': member.id,
    });
    expect(shownEntries.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
    expect(shownEntries[1]).toMatchObject({
      changes: `first_name: ${String(member.first_name)} → Kirana`,
      record_name: expect.stringContaining('Kirana'),
      created_by: { id: admin.id, username: admin.username },
      member: { id: member.id },
    });
  });

  test('names decisions without a record, and two-factor sign-in, in the list and in a file', async () => {
    const owner = await createUser(db, { level: 'group' });
    await sql`insert into two_factor (user_id, secret, recovery_salt, confirmed_at, last_step)
      values (${owner.id}, ${Buffer.alloc(20)}, ${Buffer.alloc(16)}, now(), 0)`.execute(db.kysely);
    await sql`insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, call,
          path, body, time_zone, facts)
      values ('tier', now(), ${owner.id}, now() + interval '7 days', 'A guest', 'STORE_MEMBER_CARD', ${firstHotel},
          'POST /api/member', '{}', '{}', 'UTC', '{}')`.execute(db.kysely);
    await sql`update approval set outcome = 'rejected', decided_at = now(), decided_by_id = ${auditor.id}
      where requested_by_id = ${owner.id}`.execute(db.kysely);
    const filters = { 'filter[resource][includes]': 'approval,two_factor' };
    const shownEntries = await listEntries(auditor.token, filters);
    expect(shownEntries.map(({ action, resource }) => [action, resource])).toEqual([
      ['update', 'approval'],
      ['create', 'approval'],
      ['create', 'two_factor'],
    ]);
    const columns = { format: 'csv', columns: 'resource,changes' };
    const file = await call(
      app,
      auditor.token,
      'GET',
      `/api/audit_entry/export?${queryString({ ...filters, ...columns })}`,
    );
    expect(file.text).toMatch(new RegExp(`Approval,"Outcome: – → rejected; .*Decided by: – → ${auditor.id}"`));
  });

  test('shows changes by field, and referenced records by name', async () => {
    const member = await inputs.create(getResource('member'), { hotel_id: firstHotel, birth_date: '1990-05-22' });
    const { body } = await call<StoredEntry>(app, admin.token, 'POST', `/api/member/${member.id}`, {
      body: { hotel_id: secondHotel, is_active: 0, birth_date: null, first_name: 'Kirana' },
    });
    const [entry] = await listEntries(auditor.token, {
      'filter[resource][includes]': 'member',
      'filter[record_id][eq]': member.id,
    });
    expect(entry?.changed).toEqual({
      resource: 'member',
      currency: null,
      fields: expect.objectContaining({
        hotel_id: [expect.any(String), body.data.hotel.name],
        is_active: ['true', 'false'],
        birth_date: ['1990-05-22', null],
        first_name: [member.first_name, 'Kirana'],
      }),
    });
  });

  test.each([
    ['en', 'Changes', /^Created,/, /First name: .+ → Kirana.*; Active: Yes → No/, /Birth date: 22 May 1990 → –/],
    ['id', 'Perubahan', /^Dibuat,/, /Nama depan: .+ → Kirana.*; Aktif: Ya → Tidak/, /Tanggal lahir: 22 Mei 1990 → –/],
  ])("is exported with words in the reader's language: %s", async (language, heading, createdPattern, ...patterns) => {
    const member = await inputs.create(getResource('member'), { birth_date: '1990-05-22' });
    const body = { is_active: 0, birth_date: null, first_name: 'Kirana' };
    await call(app, admin.token, 'POST', `/api/member/${member.id}`, { body });
    const filters = queryString({
      format: 'csv',
      columns: 'action,changes',
      'filter[resource][includes]': 'member',
      'filter[record_id][eq]': member.id,
    });
    const headers = { 'accept-language': language };
    const file = await call(app, auditor.token, 'GET', `/api/audit_entry/export?${filters}`, { headers });
    const [headerLine = '', changedLine = '', createdLine = ''] = file.text.split('\r\n');
    expect(headerLine).toContain(heading);
    for (const pattern of patterns) expect(changedLine).toMatch(pattern);
    expect(createdLine).toMatch(createdPattern);
    expect(createdLine).not.toMatch(/→|_id|true/);
  });

  test('has amounts in the currency of their record, in the list and in a file', async () => {
    const visit = await inputs.create(getResource('visit'), { hotel_id: firstHotel, total_fb: '120000' });
    await call(app, admin.token, 'POST', `/api/visit/${visit.id}`, { body: { total_fb: '250000' } });
    const filters = {
      'filter[resource][includes]': 'visit',
      'filter[record_id][eq]': visit.id,
      'filter[action][includes]': 'update',
    };
    const [entry] = await listEntries(auditor.token, filters);
    expect(entry?.changed).toMatchObject({ currency: 'IDR' });
    const file = await call(
      app,
      auditor.token,
      'GET',
      `/api/audit_entry/export?${queryString({ format: 'csv', columns: 'changes', ...filters })}`,
    );
    expect(file.text).toContain('Food and beverages: IDR 120,000.000 → IDR 250,000.000');
  });

  test('is filtered by person, day, hotel, resource and action, and exported to a file', async () => {
    const visit = await inputs.create(getResource('visit'), { hotel_id: firstHotel });
    const filters = {
      'filter[created_by.id][eq]': admin.id,
      'filter[created_at][preset]': 'today',
      'filter[hotel.id][eq]': firstHotel,
      'filter[resource][includes]': 'visit',
      'filter[action][includes]': 'create',
    };
    expect((await listEntries(auditor.token, filters)).map(({ record_id }) => record_id)).toContain(visit.id);
    const file = await call(
      app,
      auditor.token,
      'GET',
      `/api/audit_entry/export?${queryString({ format: 'csv', ...filters })}`,
    );
    expect(file.text).toContain(String(visit.visit_no));
    const exports = parseList(
      getResource('export_entry'),
      await call(app, auditor.token, 'GET', '/api/export_entry?per_page=1'),
    );
    expect(exports[0]).toMatchObject({ resource: 'audit_entry', format: 'csv', created_by: { id: auditor.id } });
  });

  const scopedKeys = storedResourceKeys.filter((key) => {
    const d: ResourceDefinition = getResource(key);
    return d.scope?.hotel !== undefined && !d.readOnly && !['region_users'].includes(key);
  });
  test.each(scopedKeys)('shows a regional user exactly the entries of %s that their list shows', async (key) => {
    const d = getResource(key);
    for (const hotel of [firstHotel, secondHotel, ...southPlace.hotels])
      await createAtHotel(inputs, d, {
        hotel,
        region: hotel === firstHotel || hotel === secondHotel ? northPlace.region : southPlace.region,
      });
    const listedRecords = parseList(
      d,
      await call(app, regionalUser.token, 'GET', `/api/${key}?${queryString({ per_page: 500, deleted: 1 })}`),
    );
    const shownEntries = await listEntries(regionalUser.token, {
      'filter[resource][includes]': key,
      'filter[action][includes]': 'create',
    });
    // A voucher without a hotel is visible to everyone, but only users who see every hotel can read its log entry.
    const ownRows = listedRecords.filter((row) => key !== 'voucher' || row.hotel !== null);
    const sortIds = (ids: readonly unknown[]) => ids.map(Number).sort((a, b) => a - b);
    expect(sortIds(shownEntries.map(({ record_id }) => record_id))).toEqual(sortIds(ownRows.map(({ id }) => id)));
    expect(shownEntries.length).toBeGreaterThan(0);
  });

  test('shows only entries of resources that the reader may view', async () => {
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT', 'VIEW_VISIT'] });
    const outsider = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
    const visit = await inputs.create(getResource('visit'), { hotel_id: firstHotel });
    await inputs.create(getResource('users'));
    const readableEntries = await listEntries(reader.token, {});
    const isReadable = (key: unknown) => ['AUDIT', 'VISIT'].includes(getResource(String(key)).permission);
    expect(readableEntries.filter(({ resource }) => !isReadable(resource))).toEqual([]);
    expect(readableEntries.map(({ record_id }) => record_id)).toContain(visit.id);
    expect(await listEntries(outsider.token, { 'filter[resource][includes]': 'visit' })).toEqual([]);
    expect(await listEntries(reader.token, { 'filter[resource][includes]': 'users' })).toEqual([]);
    const path = `/api/audit_entry?${queryString({ per_page: 1, 'filter[resource][includes]': 'users,visit' })}`;
    const countedReply = await call<{ meta: { total: number } }>(app, reader.token, 'GET', path);
    expect(countedReply.body.meta.total).toBe(readableEntries.filter(({ resource }) => resource === 'visit').length);
    const file = await call(app, reader.token, 'GET', '/api/audit_entry/export?format=csv&columns=resource');
    const kinds = file.text.trim().split('\r\n').slice(1);
    const readableLabels = new Set(storedResourceKeys.filter(isReadable).map((key) => getResource(key).label.en));
    expect(kinds).toContain('Visit');
    expect(kinds.filter((kind) => !readableLabels.has(kind))).toEqual([]);
    const [userEntry] = await listEntries(auditor.token, { 'filter[resource][includes]': 'users' });
    for (const { token } of [reader, outsider])
      expect((await call(app, token, 'GET', `/api/audit_entry/${String(userEntry?.id)}`)).status).toBe(404);
  });

  test('hides entries without a hotel from users who do not see every hotel', async () => {
    const unscopedKeys = storedResourceKeys.filter((key) => getResource(key).scope === undefined).join(',');
    expect(await listEntries(regionalUser.token, { 'filter[resource][includes]': unscopedKeys })).toEqual([]);
    expect((await listEntries(auditor.token, { 'filter[resource][includes]': unscopedKeys })).length).toBeGreaterThan(
      0,
    );
  });

  test('has a kind for every logged resource', async () => {
    const { rows } = await sql<{ name: string }>`select name from audited_table`.execute(db.kysely);
    const kinds = new Set<string>(storedResourceKeys);
    expect(rows.map(({ name }) => name).filter((name) => !kinds.has(name))).toEqual([]);
  });
});
