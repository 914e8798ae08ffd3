import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DemoSession, type Reply, signInToDemo } from './demo-session.ts';
import { runToEnd, startServer } from './process.ts';
import { type SmallDisk, makeSmallDisk } from './small-disk.ts';

let disk: SmallDisk;
beforeAll(async () => void (disk = await makeSmallDisk()));
afterAll(() => disk.remove());

const createEnvironment = () => ({ DATA_DIR: disk.folder, PORT: '0', DEMO_MEMBERS: '5', LOG_LEVEL: 'silent' });
/** The maximum length of a remark, once encoded as text. */
const REMARK_BYTES = 15_000;
const MAX_CONCURRENT = 8;

/** Creates large members based on an existing one. */
async function prepareMembers(request: DemoSession): Promise<(name: string) => Promise<Reply>> {
  const { body } = await request('GET', '/api/member?per_page=1');
  const [sample] = (body as { data: Record<string, unknown>[] }).data;
  const { membership_id, type_gender_id, origin_country_id, hotel_id, phone_no } = sample ?? {};
  const fields = { membership_id, type_gender_id, origin_country_id, hotel_id, phone_no, is_active: 1 };
  return (name) => {
    const remark = randomBytes(REMARK_BYTES).toString('base64');
    return request('POST', '/api/member', { ...fields, first_name: name, email: `${name}@full-disk.test`, remark });
  };
}

/** The first names of all members created here, page by page. */
async function namesOf(request: DemoSession): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await request('GET', `/api/member?per_page=500&page=${page}&filter[email][end]=@full-disk.test`);
    const { data } = body as { data: { first_name: string }[] };
    if (data.length === 0) return names;
    names.push(...data.map((row) => row.first_name));
  }
}

test('a full disk rejects writes with a message, loses no acknowledged one, and recovers with space', async () => {
  const server = await startServer('main', createEnvironment());
  onTestFinished(() => server.stop());
  const request = await signInToDemo(server.address);
  const create = await prepareMembers(request);
  const createdNames: string[] = [];
  const rejectedReplies: Reply[] = [];
  let n = 0;
  const writeMember = async () => {
    const name = `m${(n += 1)}`;
    const reply = await create(name);
    if (reply.status === 201) createdNames.push(name);
    else rejectedReplies.push(reply);
  };
  const writeBatch = () => Promise.all(Array.from({ length: MAX_CONCURRENT }, writeMember));

  await writeBatch();
  await disk.fill();
  // A write with space already allocated may still succeed for a while.
  while (rejectedReplies.length < MAX_CONCURRENT) await writeBatch();
  for (const { status, body } of rejectedReplies) {
    expect([500, 503]).toContain(status);
    expect(body).toMatchObject({
      error: expect.stringMatching(/^(unavailable|internal_error)$/),
      message: expect.any(String),
    });
  }

  await disk.empty();
  const before = createdNames.length;
  while (createdNames.length < before + MAX_CONCURRENT) await writeBatch();
  expect(await namesOf(request)).toEqual(expect.arrayContaining(createdNames));
});

test('a start without space for a database prints one line with the reason, and has status 1', async () => {
  await disk.fill();
  const DATA_DIR = join(disk.folder, 'another');
  const { status, stderr } = await runToEnd('main', { ...createEnvironment(), DATA_DIR }, disk.onFullDisk);
  await disk.empty();
  expect(stderr).toMatch(/^Innkeeper cannot start: [^\n]*(disk is full|File too large)[^\n]*\n$/);
  expect(status).toBe(1);
});
