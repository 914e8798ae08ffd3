import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { type Schema, valueFaults } from '../../testing/json-schema.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { searchPath } from './search-path.ts';

test('the document describes what is found as it is answered', async () => {
  const api = await startTestApp();
  const admin = await createUser(api.db, { level: 'group' });
  const { hotels } = await createPlace(api.db, 2);
  const { voucher } = createProgramme(api, admin, createInputs(api, admin, await createWorld(api.db)), hotels[0] ?? 0);
  const { voucher_no } = await voucher();
  const { responses } = searchPath.get as {
    responses: Record<string, { content: Record<string, { schema: Schema }> }>;
  }; // as written there
  const reply = await call<{ data: object }>(api.app, admin.token, 'GET', `/api/search?q=${String(voucher_no)}`);
  expect(reply.body.data).toMatchObject({ members: [{ card: {} }], vouchers: [{}] });
  expect(valueFaults(reply.body, responses['200']?.content['application/json']?.schema ?? {}, {})).toEqual([]);
});
