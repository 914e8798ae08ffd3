import { MAIL_TYPES } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

interface CreatedRecord {
  readonly data: { readonly id: number } & Readonly<Record<string, unknown>>;
}
const post = (path: string, body: object = {}) =>
  call<CreatedRecord>(app, admin.token, 'POST', `/api/${path}`, { body });
const deleteRecord = (path: string) => call<CreatedRecord>(app, admin.token, 'DELETE', `/api/${path}`);
async function createRecord(path: string, body: object) {
  const { status, text, body: created } = await post(path, body);
  expect(status, text).toBe(201);
  return created.data;
}
const findMailType = async (code: string) => {
  const { rows } = await db.pool.query<{ id: number }>(
    `select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'mail-type' and d.code = $1`,
    [code],
  );
  return rows[0]?.id ?? 0;
};
const countries = (await db.kysely.selectFrom('country').select('id').orderBy('id').limit(40).execute()).map(
  ({ id }) => id,
);

const createTemplate = async (type: string | null = 'birthday', is_active = 1) =>
  (
    await createRecord('mail_template', {
      name: 'Ours',
      mail_type_id: type === null ? null : await findMailType(type),
      is_active,
    })
  ).id;
const createLanguageInput = (mail_template_id: number, country_id: number | null = null, overrides: object = {}) => ({
  mail_template_id,
  country_id,
  header: 'Hello {{ member.first_name }}',
  is_active: 1,
  ...overrides,
});
const createLanguage = async (...args: Parameters<typeof createLanguageInput>) =>
  (await createRecord('mail_language', createLanguageInput(...args))).id;
const defaultsOf = async (id: number) =>
  (
    await db.kysely
      .selectFrom('mail_language')
      .select('id')
      .where('mail_template_id', '=', id)
      .where('is_reserved', '=', true)
      .where('deleted_at', 'is', null)
      .execute()
  ).map((row) => row.id);
/** Number of sessions of this database that wait for a lock. */
const countWaiting = async (): Promise<number | undefined> =>
  (
    await db.pool.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`,
    )
  ).rows[0]?.n;
/** The system template of a mail type, with its default language. */
async function clearReserved(type: string) {
  const { id } = await db.kysely
    .selectFrom('mail_template')
    .select('id')
    .where('mail_type_id', '=', await findMailType(type))
    .where('is_reserved', '=', true)
    .executeTakeFirstOrThrow();
  const [main = 0] = await defaultsOf(id);
  return { id, main };
}

describe('every database has one reserved mail template with a default language per mail type', () => {
  test.each(MAIL_TYPES)('%s has texts that pass the validation', async (type) => {
    const { id, main } = await clearReserved(type);
    const { data } = (await call<CreatedRecord>(app, admin.token, 'GET', `/api/mail_language/${main}`)).body;
    expect(data).toMatchObject({ country_id: null, is_active: 1, is_reserved: 1 });
    const parts = [
      ['mail_language', 'header'],
      ['mail_params', 'default_value'],
    ] as const;
    for (const [resource, field] of parts) {
      const list = await call<{ data: CreatedRecord['data'][] }>(
        app,
        admin.token,
        'GET',
        `/api/${resource}?mail_template_id=${id}`,
      );
      expect(list.body.data.length).toBeGreaterThan(0);
      for (const row of list.body.data) {
        // Changing the text validates it again.
        await post(`${resource}/${row.id}`, { [field]: `${String(row[field])}.` });
        const secondReply = await post(`${resource}/${row.id}`, { [field]: row[field] });
        expect([secondReply.status, secondReply.body.data[field]]).toEqual([200, row[field]]);
      }
    }
    const values = await db.pool.query<{ id: number; value: string }>(
      'select v.id, v.value from mail_language_params v join mail_params p on p.id = v.mail_params_id where p.mail_template_id = $1',
      [id],
    );
    expect(values.rows).toHaveLength(3);
    for (const row of values.rows) {
      await post(`mail_language_params/${row.id}`, { value: `${row.value}.` });
      const secondReply = await post(`mail_language_params/${row.id}`, { value: row.value });
      expect([secondReply.status, secondReply.body.data.value]).toEqual([200, row.value]);
    }
  });
});

test('a language with values of its own is in use', async () => {
  const id = await createTemplate();
  const [usedLanguage, freeLanguage] = [await createLanguage(id), await createLanguage(id, countries[0])];
  const { id: type_input_id } = await db.kysely
    .selectFrom('type_input')
    .select('id')
    .where('code', '=', '1')
    .executeTakeFirstOrThrow();
  const param = await createRecord('mail_params', {
    mail_template_id: id,
    sort_no: 1,
    name: 'Greeting',
    type_input_id,
    default_value: 'Hello',
  });
  const ownValue = await createRecord('mail_language_params', {
    mail_language_id: usedLanguage,
    mail_params_id: param.id,
    type_input_id,
    name: 'Greeting',
    value: 'Halo',
  });
  for (const rejectedReply of [
    await deleteRecord(`mail_language/${usedLanguage}`),
    await post('mail_language/destroyBulk', { ids: [usedLanguage, freeLanguage] }),
  ])
    expect(expectError(rejectedReply, 409, 'in_use').message).toContain('by 1 mail language parameter.');
  expect((await deleteRecord(`mail_language_params/${ownValue.id}`)).status).toBe(200);
  expect((await post('mail_language/destroyBulk', { ids: [usedLanguage, freeLanguage] })).status).toBe(200);
});

describe('the default language of a template', () => {
  test('is the first language', async () => {
    const id = await createTemplate();
    const [first, second] = [await createLanguage(id, countries[0]), await createLanguage(id)];
    expect(await defaultsOf(id)).toEqual([first]);
    const list = await call<{ data: CreatedRecord['data'][] }>(
      app,
      admin.token,
      'GET',
      `/api/mail_language?mail_template_id=${id}&filter[is_reserved][eq]=0`,
    );
    expect(list.body.data.map((row) => row.id)).toEqual([second]);
  });

  test('is restored and created concurrently without a deadlock', async () => {
    const id = await createTemplate();
    const first = await createLanguage(id, countries[0]);
    expect((await deleteRecord(`mail_language/${first}`)).status).toBe(200);
    const codeOf = (error: { code?: string }) => error.code;
    const outcomes = await db.kysely.transaction().execute(async (tx) => {
      await tx.selectFrom('mail_template').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const insert = `insert into mail_language (mail_template_id, country_id, header, is_active)
        values ($1, $2, 'Anew', true)`;
      const insertion = db.pool.query(insert, [id, countries[0]]).then(() => 'made', codeOf);
      await expect.poll(countWaiting).toBe(1);
      const update = 'update mail_language set deleted_at = null where id = $1';
      const restoration = db.pool.query(update, [first]).then(() => 'restored', codeOf);
      await expect.poll(countWaiting).toBe(2);
      return { made: insertion, restored: restoration };
    });
    expect([await outcomes.made, await outcomes.restored]).toEqual(['made', '23505']);
  });

  test('is unique when several first languages are created concurrently', async () => {
    const id = await createTemplate();
    const replies = await Promise.all(
      countries.slice(0, 8).map((country) => post('mail_language', createLanguageInput(id, country))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await defaultsOf(id)).toHaveLength(1);
  });

  test('moves to another active language when it is deleted or switched off, and does not move back', async () => {
    const id = await createTemplate();
    const inactiveLanguage = await createLanguage(id, countries[1], { is_active: 0 });
    const [first, second] = [await createLanguage(id, countries[2]), await createLanguage(id)];
    expect(await defaultsOf(id)).toEqual([first]);
    expect((await deleteRecord(`mail_language/${first}`)).status).toBe(200);
    expect(await defaultsOf(id)).toEqual([second]);
    expect((await post(`mail_language/${first}/restore`)).status).toBe(200);
    expect(await defaultsOf(id)).toHaveLength(1);
    expect((await post(`mail_language/${second}`, { is_active: 0 })).status).toBe(200);
    expect(await defaultsOf(id)).toEqual([first]);
    expect((await post('mail_language/destroyBulk', { ids: [first, second] })).status).toBe(200);
    expect(await defaultsOf(id)).toEqual([inactiveLanguage]);
  });

  test('is unchanged after switching it off and on, or deleting and restoring it', async () => {
    const id = await createTemplate();
    const [first, second] = [await createLanguage(id), await createLanguage(id, countries[0])];
    const setActive = (is_active: 0 | 1) => post('mail_language/updateBulk', { ids: [first], set: { is_active } });
    const switchPairs = [
      [() => post(`mail_language/${first}`, { is_active: 0 }), () => post(`mail_language/${first}`, { is_active: 1 })],
      [() => setActive(0), () => setActive(1)],
      [() => deleteRecord(`mail_language/${first}`), () => post(`mail_language/${first}/restore`)],
      [
        () => post('mail_language/destroyBulk', { ids: [first] }),
        () => post('mail_language/restoreBulk', { ids: [first] }),
      ],
    ] as const;
    for (const [switchOff, switchOn] of switchPairs) {
      expect((await switchOff()).status).toBe(200);
      expect(await defaultsOf(id)).toEqual([second]);
      expect((await switchOn()).status).toBe(200);
      expect(await defaultsOf(id)).toEqual([first]);
    }
  });

  test('exists exactly once after any write to the database', async () => {
    const id = await createTemplate();
    const [first, second] = [await createLanguage(id), await createLanguage(id, countries[0])];
    const languageIds = [first, second];
    for (const [change, expected] of [
      [`is_reserved = false where id = any($1)`, first],
      [`is_active = false where id = any($1)`, first],
      [`is_active = true where id = any($1) and not is_reserved`, second],
      [`deleted_at = now() where id = any($1) and is_reserved`, first],
      [`deleted_at = null, is_active = true where id = any($1)`, first],
    ] as const) {
      await db.pool.query(`update mail_language set ${change}`, [languageIds]);
      expect(await defaultsOf(id), change).toEqual([expected]);
    }
  });

  test('moves to another template as one of its languages', async () => {
    const [from, to] = [await createTemplate(), await createTemplate()];
    const [movedLanguage, remainingLanguage, otherLanguage] = [
      await createLanguage(from),
      await createLanguage(from, countries[0]),
      await createLanguage(to, countries[1]),
    ];
    expect((await post(`mail_language/${movedLanguage}`, { mail_template_id: to })).status).toBe(200);
    expect([await defaultsOf(from), await defaultsOf(to)]).toEqual([[remainingLanguage], [otherLanguage]]);
  });

  test('can only be set by the server', async () => {
    const id = await createTemplate();
    const first = await createLanguage(id);
    const second = await createLanguage(id, countries[0], { is_reserved: 1 });
    await post(`mail_language/${second}`, { is_reserved: 1 });
    expect(await defaultsOf(id)).toEqual([first]);
    await expect(db.pool.query('update mail_language set is_reserved = true where id = $1', [second])).rejects.toThrow(
      'mail_language_default_excl',
    );
  });
});

describe('a mail that the server sends', () => {
  test('uses the system template, which is locked if it is the only one', async () => {
    const { id, main } = await clearReserved('renewal');
    const { rows } = await db.pool.query<{ id: number }>('select id from mail_language where mail_template_id = $1', [
      id,
    ]);
    const allIds = rows.map((row) => row.id);
    const values = await db.pool.query<{ id: number }>(
      'select id from mail_language_params where mail_language_id = any($1)',
      [allIds],
    );
    const deleteReply = await post('mail_language_params/destroyBulk', { ids: values.rows.map((row) => row.id) });
    expect(deleteReply.status, deleteReply.text).toBe(200);
    const rejections = [
      await post(`mail_template/${id}`, { is_active: 0 }),
      await post('mail_language/destroyBulk', { ids: allIds }),
    ];
    for (const rejection of rejections)
      expect(expectError(rejection, 409, 'conflict').message).toContain(
        'This is the last active template for “Renewal”',
      );
    // Another language can become the default; the last one cannot be removed.
    const otherIds = allIds.filter((otherId) => otherId !== main);
    expect((await post(`mail_language/${main}`, { is_active: 0 })).status).toBe(200);
    expect(await defaultsOf(id)).toEqual(otherIds);
    expectError(await post(`mail_language/${otherIds[0]}`, { is_active: 0 }), 409, 'conflict');
    expect((await post(`mail_language/${main}`, { is_active: 1 })).status).toBe(200);
  });

  test('always has a template, even after another one replaced the first', async () => {
    const { id } = await clearReserved('upgrade');
    const ownTemplate = await createTemplate('upgrade');
    // A template without a language sends nothing.
    expectError(await post(`mail_template/${id}`, { is_active: 0 }), 409, 'conflict');
    const addedLanguage = await createLanguage(ownTemplate);
    expect((await post(`mail_template/${id}`, { is_active: 0 })).status).toBe(200);
    expectError(await post(`mail_template/${ownTemplate}`, { is_active: 0 }), 409, 'conflict');
    expectError(await post(`mail_template/${ownTemplate}`, { mail_type_id: null }), 409, 'conflict');
    expectError(await deleteRecord(`mail_language/${addedLanguage}`), 409, 'conflict');
    expect((await post(`mail_template/${id}`, { is_active: 1 })).status).toBe(200);
    expect((await deleteRecord(`mail_language/${addedLanguage}`)).status).toBe(200);
  });

  test('has one template left when its last two are switched off concurrently', async () => {
    const { id } = await clearReserved('expiry-reminder');
    const ownTemplate = await createTemplate('expiry-reminder');
    await createLanguage(ownTemplate);
    const replies = await Promise.all([id, ownTemplate].map((item) => post(`mail_template/${item}`, { is_active: 0 })));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test('cannot change its type', async () => {
    const { id } = await clearReserved('birthday');
    expectInvalid(await post(`mail_template/${id}`, { mail_type_id: await findMailType('welcome') }), 'mail_type_id');
    expectInvalid(await post(`mail_template/${id}`, { mail_type_id: null }), 'mail_type_id');
    expect((await post(`mail_template/${id}`, { name: 'Renamed' })).status).toBe(200);
  });
});

describe('an unknown placeholder', () => {
  test('is rejected in the subject when a mail is saved', async () => {
    const id = await createTemplate('welcome');
    for (const header of ['Dear {{ member.nickname }}', '{{ member.first_name | upcase }}', '{% if a %}', 'Dear {{'])
      expectInvalid(await post('mail_language', createLanguageInput(id, null, { header })), 'header');
    const language = await createLanguage(id, null, { header: '{{ card.sbec_no }}' });
    expectInvalid(await post(`mail_language/${language}`, { header: '{{ link.url }}' }), 'header');
    // Mails of the other template have no card.
    expectInvalid(await post(`mail_language/${language}`, { mail_template_id: await createTemplate(null) }), 'header');
  });

  test('is rejected when the template gets another type', async () => {
    const id = await createTemplate('welcome');
    await createLanguage(id, null, { header: '{{ card.sbec_no }}' });
    const rejectedReply = expectInvalid(
      await post(`mail_template/${id}`, { mail_type_id: await findMailType('visit-thank-you') }),
      'mail_type_id',
    );
    expect(rejectedReply.errors?.mail_type_id).toEqual(['This email has no placeholder {{ card.sbec_no }}.']);
    expect((await post(`mail_template/${id}`, { mail_type_id: await findMailType('renewal') })).status).toBe(200);
  });
});

test('a template has one language per country, and one for all others', async () => {
  const id = await createTemplate();
  await createLanguage(id);
  await createLanguage(id, countries[0]);
  expectInvalid(await post('mail_language', createLanguageInput(id)), 'country_id');
  expectInvalid(await post('mail_language', createLanguageInput(id, countries[0])), 'country_id');
});
