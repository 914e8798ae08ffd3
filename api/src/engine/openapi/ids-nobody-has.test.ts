import { type ResourceDefinition, resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { aimRequests } from '../../testing/aimed-requests.ts';
import { call } from '../../testing/call.ts';
import { callsOf, readDocument } from '../../testing/document.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { inTurn } from '../../testing/turn.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Each call of the document, with ids that are numbers, but of no record: the database has kinds of whole numbers that end before them. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, admin, world);
const system = await createSystem(api, world.hotel);
const document = await readDocument(app);
const all: readonly ResourceDefinition[] = Object.values(resources);

/** Each field of a body that points to a record, pointing to this one. */
const pointing = (body: object | undefined, id: number) =>
  Object.fromEntries(Object.keys(body ?? {}).flatMap((name) => (name.endsWith('_id') ? [[name, id]] : [])));

const BEYOND: readonly (readonly [what: string, id: number])[] = [
  ['an integer', 2 ** 31],
  ['a number that is exact', Number.MAX_SAFE_INTEGER],
];

test.each(inTurn(BEYOND, 2))('no call breaks at an id beyond %s', async (_, id) => {
  const requestsOf = aimRequests({
    inputs,
    document,
    place: { hotel: world.hotel, region: world.region },
    foreign: new Map([...all.map(({ key }) => key), 'held_posting'].map((key) => [key, { live: id, gone: id }])),
    owners: {
      session: id,
      import: id,
      view: id,
      file: id,
      schedule: id,
      email: 'nobody@example.test',
      month: id,
      correction: id,
      approval: id,
      payment: id,
      free: id,
      bulk: new Map(),
    },
  });
  const broken: string[] = [];
  for (const described of callsOf(document).filter(({ path }) => !path.startsWith('/api/user/') && path !== '/readyz'))
    for (const { url, ...asked } of await requestsOf(described)) {
      const options =
        asked.body instanceof Buffer ? asked : { ...asked, body: { ...asked.body, ...pointing(asked.body, id) } };
      const { token } = url.startsWith('/integration/') ? system : admin;
      const { status, text } = await call(app, token, described.method, url, options);
      if (status >= 500) broken.push(`${described.method} ${url} ${JSON.stringify(options.body)} ${text}`);
    }
  expect(broken).toEqual([]);
});
