import { type ImportResult, OPTION_NUMBERS, resources } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

const numbers = Object.entries(OPTION_NUMBERS).flatMap(([slug, details]) =>
  Object.entries(details).map(([code, number]) => [slug, code, number] as const),
);
const detailOf = async (slug: string, code: string) =>
  db.kysely
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option_detail.value'])
    .where('option.slug', '=', slug)
    .where('option_detail.code', '=', code)
    .executeTakeFirstOrThrow();
const post = (path: string, body: object) => call(app, admin.token, 'POST', `/api/option_detail${path}`, { body });

describe.each(numbers)('number of the option %s, %s', (slug, code, { otherwise: defaultValue, min, max }) => {
  const invalidValues = [
    String(max + 1),
    '-1',
    '1.5',
    '1,5',
    ' 1',
    '1 ',
    '',
    '090',
    'ninety',
    '1e1',
    '٣',
    '99999999999',
    null,
  ];

  test('starts with the default of the server', async () => {
    expect((await detailOf(slug, code)).value).toBe(String(defaultValue));
  });

  test('must be a whole number within its bounds at every entry point', async () => {
    const { id, value } = await detailOf(slug, code);
    for (const invalidValue of invalidValues) {
      expectInvalid(await post(`/${id}`, { value: invalidValue }), 'value');
      const bulkReply = await post('/updateBulk', { ids: [id], set: { value: invalidValue } });
      expect(bulkReply.status, `${invalidValue}`).toBe(422);
    }
    expect((await detailOf(slug, code)).value).toBe(value);
    for (const validValue of [min, max, defaultValue])
      expect((await post(`/${id}`, { value: String(validValue) })).status).toBe(200);
    expect((await post(`/${id}`, { name: 'Another label' })).status).toBe(200);
  });

  test('must be within the same bounds in a file, and in its dry run', async () => {
    const { id } = await detailOf(slug, code);
    const importValue = (value: string | null, dry_run: '0' | '1') =>
      upload(
        app,
        admin.token,
        'option_detail',
        csvFile([
          ['id', 'value'],
          [id, value],
        ]),
        { dry_run },
      );
    // A file's cells are trimmed.
    for (const invalidValue of invalidValues.filter((value) => value?.trim() === value))
      for (const dryRun of ['1', '0'] as const) {
        const reply = await importValue(invalidValue, dryRun);
        expect(reply.text, `${invalidValue}`).toContain('value');
        expect(reply.text, `${invalidValue}`).not.toContain('"updated":1');
      }
    expect((await importValue(String(min), '0')).status).toBe(201);
    expect((await detailOf(slug, code)).value).toBe(String(min));
  });
});

describe('a detail of a reserved option', () => {
  test('cannot be deleted or recoded if the server created it, with a message', async () => {
    const { id } = await detailOf('type-payment', 'cash');
    const readReply = await call(app, admin.token, 'GET', `/api/option_detail/${id}`);
    expect(parseRecord(resources.option_detail, readReply)).toMatchObject({ locked_reason: 'reserved' });
    expectError(await call(app, admin.token, 'DELETE', `/api/option_detail/${id}`), 409, 'conflict');
    expectInvalid(await post(`/${id}`, { code: 'coins' }), 'code');
  });

  test('can be recoded if staff imported it, and its import can be undone', async () => {
    const { option_id } = await db.kysely
      .selectFrom('option_detail')
      .select('option_id')
      .where('code', '=', 'cash')
      .executeTakeFirstOrThrow();
    const file = csvFile([
      ['option_id', 'name', 'code'],
      [option_id, 'Wallet', 'wallet'],
    ]);
    const importReply = await upload<{ data: ImportResult }>(app, admin.token, 'option_detail', file);
    expect(importReply.status, importReply.text).toBe(201);
    const { id } = await detailOf('type-payment', 'wallet');
    const readReply = await call(app, admin.token, 'GET', `/api/option_detail/${id}`);
    expect(parseRecord(resources.option_detail, readReply)).toMatchObject({ locked_reason: null });
    const undoReply = await call(app, admin.token, 'POST', `/api/import/${importReply.body.data.id}/undo`);
    expect(undoReply.body, undoReply.text).toEqual({ data: { deleted: 1, updated: 0 } });
    const secondReply = await post('', { option_id, name: 'Wallet', code: 'wallet' });
    expect((await post(`/${parseWritten(secondReply).id}`, { code: 'e-wallet' })).status).toBe(200);
  });
});

test('a detail accepts any text as a value that the server does not read', async () => {
  const { id } = await detailOf('type-gender', 'male');
  expect((await post(`/${id}`, { value: 'Mr' })).status).toBe(200);
});
