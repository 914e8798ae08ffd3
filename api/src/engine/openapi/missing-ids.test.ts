import { INTEGRATION_PERMISSIONS, type ResourceDefinition, resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { createTargetedRequests } from '../../testing/targeted-requests.ts';
import { call } from '../../testing/call.ts';
import { callsOf, readDocument } from '../../testing/openapi-document.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createSystem } from '../../testing/system.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { caseShare } from '../../testing/case-share.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * Calls every operation in the document with numeric ids that match no record: some integer types of the database end
 * below them.
 */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const system = await createSystem(api, baseRecords.hotel, {}, { codes: INTEGRATION_PERMISSIONS });
const document = await readDocument(app);
const allResources: readonly ResourceDefinition[] = Object.values(resources);

/** Sets every reference field of a body to this id. */
const bodyPointingTo = (body: object | undefined, id: number) =>
  Object.fromEntries(Object.keys(body ?? {}).flatMap((name) => (name.endsWith('_id') ? [[name, id]] : [])));

const MISSING_IDS: readonly (readonly [what: string, id: number])[] = [
  ['an integer', 2 ** 31],
  ['an exact number', Number.MAX_SAFE_INTEGER],
];

test.each(caseShare(MISSING_IDS, 2))('no call fails with a server error for an id beyond %s', async (_, id) => {
  const requestsOf = createTargetedRequests({
    inputs,
    document,
    place: { hotel: baseRecords.hotel, region: baseRecords.region },
    foreign: new Map(
      [...allResources.map(({ key }) => key), 'held_posting'].map((key) => [key, { live: id, deleted: id }]),
    ),
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
      freeMembership: id,
      voucherNo: 'AAAA AAAA AAAA',
      bulkRequestIds: new Map(),
    },
  });
  const problems: string[] = [];
  for (const described of callsOf(document).filter(({ path }) => !path.startsWith('/api/user/') && path !== '/readyz'))
    for (const { url, ...expectedRequest } of await requestsOf(described)) {
      const options =
        expectedRequest.body instanceof Buffer
          ? expectedRequest
          : { ...expectedRequest, body: { ...expectedRequest.body, ...bodyPointingTo(expectedRequest.body, id) } };
      const { token } = url.startsWith('/integration/') ? system : admin;
      const { status, text } = await call(app, token, described.method, url, options);
      if (status >= 500) problems.push(`${described.method} ${url} ${JSON.stringify(options.body)} ${text}`);
    }
  expect(problems).toEqual([]);
});
