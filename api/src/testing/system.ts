import { hash, randomUUID } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Method, type Reply, call } from './call.ts';
import { countPerDatabase } from './count-per-database.ts';
import type { TestApp } from './test-app.ts';

/** A hotel's own system and its calls: each write has its own key, unless one is given. */
export interface TestSystem {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly request: (
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<Reply<ResponseBody>>;
}

interface ResponseBody {
  readonly data: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly current?: unknown;
}

const nextSerial = countPerDatabase();

/** `codes` and `hotels`: its permission codes, and the hotels that it sees besides its own. */
export async function createSystem(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  hotel_id: number,
  overrides: Readonly<Record<string, unknown>> = {},
  { codes = [], hotels = [] }: { readonly codes?: readonly string[]; readonly hotels?: readonly number[] } = {},
): Promise<TestSystem> {
  const name = `PMS ${nextSerial(db)}`;
  const token = `ink_it_${randomUUID()}${randomUUID()}`;
  const { id } = await insertSystem(db, {
    hotel_id,
    name,
    is_active: true,
    access_token: hash('sha256', token),
    ...overrides,
  });
  await sql`insert into integration_role select ${id}, r.id from roles r where r.name = any(${codes}::text[])`.execute(
    db.kysely,
  );
  await sql`insert into integration_hotel select ${id}, unnest(${hotels}::bigint[])`.execute(db.kysely);
  return {
    id,
    name,
    token,
    request: (method, path, body, headers = {}) =>
      call<ResponseBody>(app, token, method, `/integration/v1/${path}`, {
        ...(body && { body }),
        headers: { ...(method !== 'GET' && { 'idempotency-key': randomUUID() }), ...headers },
      }),
  };
}

const insertSystem = (
  db: Db,
  row: Readonly<Record<string, unknown>> & { hotel_id: number; name: string; is_active: boolean; access_token: string },
) => db.kysely.insertInto('integration').values(row).returning('id').executeTakeFirstOrThrow();
