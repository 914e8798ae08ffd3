import { type ACCESS_LEVEL, OAUTH_CLIENT_ID, type TokenResponse } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { renderAccountMail } from './account-mails.ts';
import type { Mail } from '../platform/mail/outbox.ts';
import { fastHash } from '../testing/fast-hash.ts';
import { openTestApp } from '../testing/test-app.ts';
import { createRoleGroup } from '../testing/user.ts';
import { createCountry, createHotel, createRegion } from '../testing/base-records.ts';

export const PASSWORD = 'seven brown otters';

/** A clock that only tests advance. */
export interface TestClock {
  readonly now: () => Date;
  readonly advance: (seconds: number) => void;
}

interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

interface HotelLocation {
  readonly region_id: number;
  readonly country_id: number;
  readonly hotel_id: number;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly clock: TestClock;
  /** A role group with these codes. */
  createRoleGroup(level: keyof typeof ACCESS_LEVEL, codes?: readonly string[]): Promise<number>;
  /** A user with PASSWORD, in the given role group or in a new group-level one with these codes. */
  createUser(options?: {
    role_group_id?: number;
    codes?: readonly string[];
    email?: string;
    name?: string;
  }): Promise<Person>;
  /** A hotel in its own country and region, or in the given ones. */
  createHotel(location?: Partial<HotelLocation>): Promise<HotelLocation>;
  assign(user_id: number, region_id: number, restrict_hotel_id?: number): Promise<number>;
  token(body: InjectOptions['payload'], options?: InjectOptions): Promise<LightMyRequestResponse>;
  signIn(person: Person, overrides?: Record<string, unknown>): Promise<TokenResponse>;
  /** A call with an access token. */
  call(
    token: string,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: InjectOptions['payload'],
  ): Promise<LightMyRequestResponse>;
  /** A second server on the same database. */
  createSecondServer(): Promise<FastifyInstance>;
  /** The mails so far, oldest first. */
  readonly mails: readonly Mail[];
  close(): Promise<void>;
}

/** The whole server on its own database, with a clock that tests control. It does not listen on a port. */
export async function createTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const mails: Mail[] = [];
  const api = await openTestApp({
    environment: { LOG_LEVEL: 'silent', PUBLIC_URL: 'https://console.test', ...environment },
    isHashReal: true,
    outbox:
      ({ config, clock }) =>
      async (tx, order) => {
        const mail = 'letter' in order && (await renderAccountMail({ db: tx, config, now: clock() }, order));
        if (mail) mails.push(mail);
      },
  });
  const { app, db } = api;
  let time = Date.now();
  const advance = (seconds: number) => {
    time += seconds * 1000;
    api.setClock(new Date(time));
  };
  advance(0);
  const password = await fastHash(PASSWORD);
  let serial = 0;
  const nextSerial = () => (serial += 1);

  const createTestRoleGroup = (level: keyof typeof ACCESS_LEVEL, codes: readonly string[] = []): Promise<number> =>
    createRoleGroup(db.kysely, `Group ${nextSerial()}`, { level, codes });

  async function createUser({
    role_group_id,
    codes = [],
    email,
    name,
  }: { role_group_id?: number; codes?: readonly string[]; email?: string; name?: string } = {}) {
    const n = nextSerial();
    return db.kysely
      .insertInto('users')
      .values({
        name: name ?? `Person ${n}`,
        username: `person${n}`,
        email: email ?? `person${n}@example.test`,
        password,
        role_group_id: role_group_id ?? (await createTestRoleGroup('group', codes)),
      })
      .returning(['id', 'username', 'email'])
      .executeTakeFirstOrThrow();
  }

  async function createHotelWithLocation(location: Partial<HotelLocation> = {}): Promise<HotelLocation> {
    const region_id = location.region_id ?? (await createRegion(db));
    const country_id = location.country_id ?? (await createCountry(db, region_id));
    return { region_id, country_id, hotel_id: await createHotel(db, country_id) };
  }

  async function assign(user_id: number, region_id: number, restrict_hotel_id?: number): Promise<number> {
    const row = await db.kysely
      .insertInto('region_users')
      .values({ user_id, region_id, restrict_hotel_id: restrict_hotel_id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  const token: TestServer['token'] = (payload, options) =>
    app.inject({ method: 'POST', url: '/oauth/token', ...(payload !== undefined && { payload }), ...options });

  async function signIn({ username }: Person, overrides: Record<string, unknown> = {}): Promise<TokenResponse> {
    const response = await token({
      grant_type: 'password',
      client_id: OAUTH_CLIENT_ID,
      username,
      password: PASSWORD,
      ...overrides,
    });
    if (response.statusCode !== 200) throw new Error(`Signing in got status ${response.statusCode}: ${response.body}`);
    return response.json<TokenResponse>();
  }

  return {
    app,
    db,
    clock: { now: api.clock, advance },
    createRoleGroup: createTestRoleGroup,
    createUser,
    createHotel: createHotelWithLocation,
    assign,
    token,
    signIn,
    call: (bearer, method, url, payload) =>
      app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${bearer}` },
        ...(payload !== undefined && { payload }),
      }),
    createSecondServer: () => api.createSecondServer(),
    mails,
    close: () => api.close(),
  };
}
