import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

interface CreatedRecord {
  readonly data: { readonly id: number } & Readonly<Record<string, unknown>>;
}
const post = (path: string, body: object) => call<CreatedRecord>(app, admin.token, 'POST', `/api/${path}`, { body });
async function createRecord(path: string, body: object) {
  const { status, text, body: created } = await post(path, body);
  expect(status, text).toBe(201);
  return created.data;
}

const types = new Map(
  (await db.kysely.selectFrom('type_input').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
);
const typeOf = (code: string): number => types.get(code) ?? 0;
const findMailType = async (code: string) => {
  const { rows } = await db.pool.query<{ id: number }>(
    `select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'mail-type' and d.code = $1`,
    [code],
  );
  return rows[0]?.id ?? 0;
};

const createTemplate = async (type = 'birthday') =>
  (await createRecord('mail_template', { name: 'Ours', mail_type_id: await findMailType(type), is_active: 1 })).id;
const birthday = await createTemplate();
const createLanguage = async (mail_template_id: number) =>
  (await createRecord('mail_language', { mail_template_id, header: 'Hello', is_active: 1 })).id;
const german = await createLanguage(birthday);
const createParam = (code: string, default_value: string, mail_template_id = birthday) => ({
  mail_template_id,
  sort_no: 1,
  name: 'A piece',
  type_input_id: typeOf(code),
  default_value,
});
const createValue = (mail_params_id: number, code: string, value: string, mail_language_id = german) => ({
  mail_language_id,
  mail_params_id,
  type_input_id: typeOf(code),
  name: 'A piece',
  value,
});

describe('the default value of a mail parameter', () => {
  test.each([
    ['text', '1', ' Dear {{ member.first_name }}, ', 'Dear {{ member.first_name }},'],
    ['number', '2', ' 12 ', '12'],
    ['decimal', '3', '12.50', '12.50'],
    ['date', '4', '2026-12-31', '2026-12-31'],
    ['textarea', '5', 'two\nlines', 'two\nlines'],
    ['select', '6', 'Gold\nSilver', 'Gold\nSilver'],
    ['editor', '7', '<p onclick="x()">Dear<script>alert(1)</script></p>', '<p>Dear</p>'],
  ])('is validated as a %s', async (_, code, value, expected) => {
    expect((await createRecord('mail_params', createParam(code, value))).default_value).toBe(expected);
  });

  test.each([
    ['text', '1', 'two\nlines'],
    ['number', '2', 'twelve'],
    ['decimal', '3', '12,5'],
    ['date', '4', '31/12/2026'],
    ['select', '6', 'Gold\nGold'],
    ['editor', '7', '<script>alert(1)</script>'],
    ['editor of thousands of tags', '7', '<b>x'.repeat(2_001)],
    ['text with an unknown placeholder', '1', 'Dear {{ member.pasword }}'],
    ['editor with a placeholder written as an entity', '7', '<p>&#123;&#123; member.pasword }}</p>'],
    ['textarea with a Liquid tag', '5', '{% for m in members %}'],
    ['text with a placeholder of another mail', '1', '{{ link.url }}'],
  ])('is rejected if it does not match the type: %s', async (_, code, value) => {
    expectInvalid(await post('mail_params', createParam(code, value)), 'default_value');
  });

  test('is rejected with the name of an unknown placeholder', async () => {
    const reply = expectInvalid(
      await post('mail_params', createParam('1', 'Dear {{ member.pasword }}')),
      'default_value',
    );
    expect(reply.errors?.default_value).toEqual(['This email has no placeholder {{ member.pasword }}.']);
  });

  test('is converted to rich text when the type changes, or rejected', async () => {
    const { id } = await createRecord('mail_params', createParam('5', '<p onclick="x()">Dear</p>'));
    const changeReply = await post(`mail_params/${id}`, { type_input_id: typeOf('7') });
    expect(changeReply.body.data.default_value).toBe('<p>Dear</p>');
    expectInvalid(await post(`mail_params/${id}`, { type_input_id: typeOf('2') }), 'default_value');
  });

  test('does not block other changes, even if it is invalid by current rules', async () => {
    const { id } = await createRecord('mail_params', createParam('1', 'Dear'));
    await db.kysely.updateTable('mail_params').set({ default_value: '{{ gone }}' }).where('id', '=', id).execute();
    expect((await post(`mail_params/${id}`, { sort_no: 2 })).status).toBe(200);
  });
});

describe('the value of a mail language', () => {
  test.each([
    ['2', '1', '42', 'forty-two'],
    ['4', '2026-01-01', '2026-12-31', '2026-02-30'],
    ['6', 'Gold\nSilver', ' Silver ', 'Bronze'],
    ['7', '<p>a</p>', '<p>b<img src="x" onerror="x()"></p>', '{{ nothing }}'],
    ['1', 'a', '{{ card.end_date }}', '{{ link.url }}'],
  ])('has the type of its parameter (%s)', async (code, initial, validValue, invalidValue) => {
    const { id } = await createRecord('mail_params', createParam(code, initial));
    const value = await createRecord('mail_language_params', createValue(id, code, validValue));
    expect(String(value.value)).not.toMatch(/onerror|^ /);
    expectInvalid(await post('mail_language_params', createValue(id, code, invalidValue)), 'value');
    expectInvalid(await post(`mail_language_params/${value.id}`, { value: invalidValue }), 'value');
  });

  test('adopts the type of its parameter', async () => {
    const { id } = await createRecord('mail_params', createParam('1', 'a'));
    const reply = expectInvalid(await post('mail_language_params', createValue(id, '5', 'b')), 'type_input_id');
    expect(reply.errors?.type_input_id).toEqual(['This parameter has input type Text.']);
  });

  test('must belong to a language of the parameter’s template', async () => {
    const { id } = await createRecord('mail_params', createParam('1', 'a'));
    const otherLanguage = await createLanguage(await createTemplate());
    expectInvalid(await post('mail_language_params', createValue(id, '1', 'b', otherLanguage)), 'mail_params_id');
    const value = await createRecord('mail_language_params', createValue(id, '1', 'b'));
    expectInvalid(
      await post(`mail_language_params/${value.id}`, { mail_language_id: otherLanguage }),
      'mail_params_id',
    );
  });

  test('locks the template of its parameter and of its language', async () => {
    const { id } = await createRecord('mail_params', createParam('6', 'Gold\nSilver\nBronze'));
    const ownLanguage = await createLanguage(await createTemplate());
    await createRecord('mail_language_params', createValue(id, '6', 'Silver'));
    expectInvalid(await post(`mail_params/${id}`, { type_input_id: typeOf('1'), default_value: 'x' }), 'type_input_id');
    expectInvalid(await post(`mail_params/${id}`, { mail_template_id: await createTemplate() }), 'mail_template_id');
    expectInvalid(
      await post(`mail_language/${german}`, { mail_template_id: await createTemplate() }),
      'mail_template_id',
    );
    const missing = expectInvalid(await post(`mail_params/${id}`, { default_value: 'Gold\nBronze' }), 'default_value');
    expect(missing.errors?.default_value).toEqual(['Languages still use: Silver.']);
    expect((await post(`mail_params/${id}`, { default_value: 'Silver\nPlatinum' })).status).toBe(200);
    expect((await post(`mail_language/${ownLanguage}`, { mail_template_id: await createTemplate() })).status).toBe(200);
  });

  test('never mismatches the type when its parameter changes concurrently', async () => {
    for (let i = 0; i < 8; i += 1) {
      const { id } = await createRecord('mail_params', createParam('5', '12'));
      const [value, change] = await Promise.all([
        post('mail_language_params', createValue(id, '5', 'twelve')),
        post(`mail_params/${id}`, { type_input_id: typeOf('2') }),
      ]);
      expect([value.status, change.status].sort((a, b) => a - b)).not.toEqual([200, 201]);
    }
  });
});
