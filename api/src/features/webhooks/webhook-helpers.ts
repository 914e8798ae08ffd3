import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookEventName, resources, webhookEvents } from '@innkeeper/contract';
import { webhookMessage } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { call } from '../../testing/call.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { createResourceHooks } from '../resource-hooks.ts';
import { writeMessages } from './messages.ts';

/** A message as a receiver reads it. */
export interface ReceivedMessage {
  readonly type: WebhookEventName;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly previous: Readonly<Record<string, unknown>> | null;
}

const ALL_EVENTS = Object.fromEntries(webhookEvents.map((event) => [event.replace('.', '_'), 1]));
/** Addresses on which test receivers listen. */
export const LOCAL_ADDRESSES = '127.0.0.1, ::1';

/** A fixture that reads webhook messages from the database without sending them. */
export async function startWebhooks() {
  const api = await startTestApp({ isMailQueued: true, environment: { WEBHOOK_ALLOW: LOCAL_ADDRESSES } });
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const inputs = createInputs(api, admin, await createBaseRecords(db));
  const fixtures = await createFixtures(api, admin, inputs);
  const hooksByResource = createResourceHooks(async () => undefined);

  /** Creates a webhook, by default for everything in the group; returns it with the secret that is shown once. */
  const createWebhook = async (
    overrides: Input = {},
    token = admin.token,
  ): Promise<{ id: number; secret: string; version: number }> => {
    const reply = await call<{ data: { id: number; secret: string; version: number } }>(
      app,
      token,
      'POST',
      '/api/webhook',
      {
        body: { name: 'Accounting', url: 'https://pms.hotel.example/in', is_active: 1, ...ALL_EVENTS, ...overrides },
      },
    );
    expect(reply.status, reply.text).toBe(201);
    return reply.body.data;
  };

  const lastReadIds = new Map<number, number>();
  /** The messages of a webhook since the last call, in order, each validated against the description of its event. */
  const readMessages = async (id: number): Promise<ReceivedMessage[]> => {
    await writeMessages(db, hooksByResource);
    const { rows } = await sql<{ id: number; body: string }>`
      select d.id, m.body from webhook_delivery d join webhook_message m on m.delivery_id = d.id
      where d.webhook_id = ${id} and d.id > ${lastReadIds.get(id) ?? 0} order by d.id`.execute(db.kysely);
    lastReadIds.set(id, rows.at(-1)?.id ?? lastReadIds.get(id) ?? 0);
    return rows.map(({ body }) => {
      const message: ReceivedMessage = JSON.parse(body);
      webhookMessage(message.type).parse(message);
      return message;
    });
  };
  const typesOf = (messages: readonly ReceivedMessage[]): string[] => messages.map(({ type }) => type);
  const createMember = (overrides: Input = {}) =>
    inputs.create(resources.member, {
      membership_id: fixtures.gold,
      hotel_id: fixtures.h1,
      register_hotel_id: fixtures.h1,
      ...overrides,
    });
  const request = <Body = Record<string, unknown>>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    call<Body>(app, admin.token, method, `/api/${path}`, body && { body });
  /** Like `request`, for requests that must succeed. */
  const requestOk = async <Body = { data: ReceivedMessage['data'] }>(
    method: 'POST' | 'DELETE',
    path: string,
    body?: object,
  ) => {
    const reply = await request<Body>(method, path, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body;
  };
  return {
    api,
    app,
    db,
    admin,
    inputs,
    fixtures,
    createWebhook,
    readMessages,
    typesOf,
    createMember,
    request,
    requestOk,
  };
}

/** A request that a receiver got. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type ResponseHandler = (request: ReceivedRequest, response: ServerResponse, socket: IncomingMessage) => void;
const respondOk: ResponseHandler = (_, response) => void response.writeHead(204).end();

/** A receiving server, which responds with success unless configured otherwise. */
export async function startReceiver(host = '127.0.0.1') {
  const received: ReceivedRequest[] = [];
  let respond = respondOk;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const receivedRequest = { headers: request.headers as Record<string, string>, body }; // our requests repeat no header
      received.push(receivedRequest);
      respond(receivedRequest, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a TCP port
  return {
    url: `http://${host}:${port}/in`,
    port,
    received,
    answer: (handler: ResponseHandler = respondOk) => {
      respond = handler;
    },
  };
}
