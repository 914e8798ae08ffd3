import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookEventName, resources, webhookEvents } from '@innkeeper/contract';
import { webhookMessage } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { call } from '../../testing/call.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createHouse } from '../../testing/house.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { behavioursWith } from '../behaviours.ts';
import { writeMessages } from './messages.ts';

/** A message as a receiver reads it. */
export interface Told {
  readonly type: WebhookEventName;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly previous: Readonly<Record<string, unknown>> | null;
}

const EVERYTHING = Object.fromEntries(webhookEvents.map((event) => [event.replace('.', '_'), 1]));
/** The addresses on which receivers of tests listen. */
export const LOCAL = '127.0.0.1, ::1';

/** A house whose webhooks are read as messages, without sending them. */
export async function startWebhooks() {
  const api = await startTestApp({ isMailQueued: true, environment: { WEBHOOK_ALLOW: LOCAL } });
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const inputs = createInputs(api, admin, await createWorld(db));
  const house = await createHouse(api, admin, inputs);
  const behaviours = behavioursWith(async () => undefined);

  /** A webhook for everything in the group, unless told otherwise; with the secret that is shown once. */
  const hook = async (
    over: Input = {},
    token = admin.token,
  ): Promise<{ id: number; secret: string; version: number }> => {
    const reply = await call<{ data: { id: number; secret: string; version: number } }>(
      app,
      token,
      'POST',
      '/api/webhook',
      {
        body: { name: 'Accounting', url: 'https://pms.hotel.example/in', is_active: 1, ...EVERYTHING, ...over },
      },
    );
    expect(reply.status, reply.text).toBe(201);
    return reply.body.data;
  };

  /** The messages of a webhook since it was last asked, in order; each as its event is documented. */
  const read = new Map<number, number>();
  const told = async (id: number): Promise<Told[]> => {
    await writeMessages(db, behaviours);
    const { rows } = await sql<{ id: number; body: string }>`
      select d.id, m.body from webhook_delivery d join webhook_message m on m.delivery_id = d.id
      where d.webhook_id = ${id} and d.id > ${read.get(id) ?? 0} order by d.id`.execute(db.kysely);
    read.set(id, rows.at(-1)?.id ?? read.get(id) ?? 0);
    return rows.map(({ body }) => {
      const message: Told = JSON.parse(body);
      webhookMessage(message.type).parse(message);
      return message;
    });
  };
  const typesOf = (messages: readonly Told[]): string[] => messages.map(({ type }) => type);
  const memberOf = (over: Input = {}) =>
    inputs.create(resources.member, {
      membership_id: house.gold,
      hotel_id: house.h1,
      register_hotel_id: house.h1,
      ...over,
    });
  const ask = <Body = Record<string, unknown>>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    call<Body>(app, admin.token, method, `/api/${path}`, body && { body });
  /** As `ask`, for requests that must work. */
  const done = async <Body = { data: Told['data'] }>(method: 'POST' | 'DELETE', path: string, body?: object) => {
    const reply = await ask<Body>(method, path, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body;
  };
  return { api, app, db, admin, inputs, house, hook, told, typesOf, memberOf, ask, done };
}

/** A request that came in at a receiver. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answering = (request: Received, response: ServerResponse, socket: IncomingMessage) => void;
const well: Answering = (_, response) => void response.writeHead(204).end();

/** Somebody's server, which answers well until it is told otherwise. */
export async function startReceiver(listening = '127.0.0.1') {
  const received: Received[] = [];
  let answering = well;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const one = { headers: request.headers as Record<string, string>, body }; // none of ours comes twice
      received.push(one);
      answering(one, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, listening, resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens by TCP
  return {
    url: `http://${listening}:${port}/in`,
    port,
    received,
    answer: (next: Answering = well) => {
      answering = next;
    },
  };
}
