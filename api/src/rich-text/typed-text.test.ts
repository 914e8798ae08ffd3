import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../testing/call.ts';
import { expectInvalid } from '../testing/expectations.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createWorld } from '../testing/world.ts';

const api = await startTestApp();
const admin = await createUser(api.db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(api.db));

const typeOf = async (code: string): Promise<number> =>
  (await api.db.kysely.selectFrom('type_input').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;

test.each([
  ['mail_params', 'default_value'],
  ['mail_language_params', 'value'],
])('a %s of the editor is sanitised when it is written, and when it becomes one', async (key, field) => {
  const send = (path: string, body: object) =>
    call<{ data: Record<string, unknown> }>(api.app, admin.token, 'POST', `/api/${key}${path}`, { body });
  const [textarea, editor] = [await typeOf('5'), await typeOf('7')];
  const html = '<p onclick="x()">Dear guest<script>alert(1)</script></p>';
  const plain = await inputs.create(getResource(key), { type_input_id: textarea, [field]: html });
  expect(plain[field]).toBe(html);
  expect((await send(`/${plain.id}`, { type_input_id: editor })).body.data[field]).toBe('<p>Dear guest</p>');
  const rich = await inputs.create(getResource(key), { type_input_id: editor, [field]: html });
  expect(rich[field]).toBe('<p>Dear guest</p>');
  expect((await send(`/${rich.id}`, { [field]: '<h2 id="a">Hello</h2>' })).body.data[field]).toBe('<h2>Hello</h2>');
  expectInvalid(await send(`/${rich.id}`, { [field]: '<script>alert(1)</script>' }), field);
});
