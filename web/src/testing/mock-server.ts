import {
  PER_PAGE_DEFAULT,
  type ResourceDefinition,
  type ResourceKey,
  type TokenResponse,
  getResource,
  isResourceKey,
} from '@innkeeper/contract';
import type { CallListMeta } from '@innkeeper/contract/calls';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { HttpResponse, type HttpResponseResolver, delay, http } from 'msw';
import { InterceptorSource, defineNetwork } from 'msw/experimental';
import type { ResourceRecord } from '../engine/data/record.ts';
import { displayName } from '../engine/data/record.ts';
import { trackResponses } from './pending-responses.ts';
import { HOTELS, OPTIONS, REGIONS, type UserValues, userWith } from './fixtures.ts';
import { NOT_REFUNDED } from './refunds.ts';
import { deleted, row, rows } from './rows.ts';
import { wrongFilters } from './invalid-filters.ts';

export { HttpResponse, delay };

/** A request that the console has made, as the server got it. */
export interface ReceivedRequest {
  /** `GET /api/member`. */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  /** JSON as it came; the fields of a form by name, a field that comes more than once as a list. */
  readonly body: unknown;
  readonly headers: Headers;
}

let receivedRequests: ReceivedRequest[] = [];
let unexpected: string[] = [];
/** Requests whose bodies are being read. */
let pendingReads: Promise<void>[] = [];
/** Records as they were before a bulk call, by its request. */
const changed = new Map<string, readonly ResourceRecord[]>();
/** Records by resource; a record that a test does not give is made from the definition when it is asked for. */
const stored = new Map<ResourceKey, ResourceRecord[]>();

/** The records that the server has of a resource, for a test to look at or change. */
export function recordsOf(key: ResourceKey): ResourceRecord[] {
  const known = stored.get(key);
  if (known) return known;
  const made = rows(key, key === 'hotel' || key === 'region' ? 0 : 3);
  if (key === 'hotel') made.push(...HOTELS.map((hotel) => row('hotel', hotel.id, hotel)));
  if (key === 'region') made.push(...REGIONS.map((region) => row('region', region.id, region)));
  stored.set(key, made);
  return made;
}

/** Gives the server these records of a resource, in place of those that follow from its definition. */
export const setRecords = (key: ResourceKey, records: readonly ResourceRecord[]): void =>
  void stored.set(key, [...records]);

/** The requests so far whose bodies have been read, oldest first. */
export async function allRequests(): Promise<readonly ReceivedRequest[]> {
  await Promise.all(pendingReads);
  return receivedRequests;
}

type Method = 'get' | 'post' | 'delete';
/** Answers a call from now on, before all other answers to it: a JSON value, or the result of a resolver. */
export function mockResponse(
  call: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  what: HttpResponseResolver | Readonly<Record<string, unknown>>,
): void {
  const [method = 'GET', path = ''] = call.split(' ');
  const resolver: HttpResponseResolver = typeof what === 'function' ? what : () => HttpResponse.json(what);
  network.use(http[method.toLowerCase() as Method](path, resolver)); // the type of `call` says which
}

/** A rejection as the API words it. */
export const rejection = (status: number, error: string, fields: object = {}) =>
  HttpResponse.json({ error, message: `The server says ${error}.`, request_id: 'r-1', ...fields }, { status });

/** The call is never answered. */
export const neverResponds: HttpResponseResolver = async () => {
  await delay('infinite');
};

/** No answer comes back: the line is broken. */
export const broken: HttpResponseResolver = () => HttpResponse.error();

/** An answer that a test lets go when it has looked at the wait. */
export function held(response: () => Response): { resolver: HttpResponseResolver; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    resolver: async () => {
      await released;
      return response();
    },
  };
}

const token: TokenResponse = { token_type: 'Bearer', access_token: 'a', refresh_token: 'r', expires_in: 900 };
let user = userWith();
/** The server's signed-in user. */
export const setSignedInUser = (values: UserValues): void => {
  user = userWith(values);
};

const definitionOf = (params: Readonly<Record<string, unknown>>): ResourceDefinition | undefined => {
  const key = String(params['resource']);
  return isResourceKey(key) ? getResource(key) : undefined;
};
const keyOf = (d: ResourceDefinition): ResourceKey => d.key as ResourceKey; // definitions come from the list of resources

function listResponse(d: ResourceDefinition, query: URLSearchParams) {
  const isTrash = query.get('filter[deleted_at][null]') === '0';
  const all = recordsOf(keyOf(d)).filter(({ deleted_at }) => (deleted_at === null ? !isTrash : query.has('deleted')));
  const page = Number(query.get('page') ?? 1);
  const per_page = Number(query.get('per_page') ?? PER_PAGE_DEFAULT);
  const shown = all.slice((page - 1) * per_page, page * per_page);
  const meta = { page, per_page, total: all.length, total_is_estimate: false };
  const headers = { 'X-Total-Count': String(all.length), 'X-Total-Is-Estimate': 'false' };
  const wrapping = d.envelope?.list ?? 'data';
  const body = wrapping === 'bare' ? shown : { data: wrapping === 'nested' ? { data: shown } : shown, meta };
  return HttpResponse.json(body, { headers });
}

const recordResponse = (d: ResourceDefinition, record: ResourceRecord) =>
  HttpResponse.json({ data: d.envelope?.record === 'nested' ? { data: record } : record });

const textIn = (record: ResourceRecord, name: string): string => {
  const value = record[name];
  return typeof value === 'string' ? value : '';
};

const find = (d: ResourceDefinition, id: unknown) => recordsOf(keyOf(d)).find((record) => record.id === Number(id));
const missing = () => rejection(404, 'record_not_found');

function replace(d: ResourceDefinition, record: ResourceRecord): ResourceRecord {
  const all = recordsOf(keyOf(d));
  all.splice(
    all.findIndex(({ id }) => id === record.id),
    1,
    record,
  );
  return record;
}

const fieldsOf = (body: unknown): Record<string, unknown> => ({ ...(body as Record<string, unknown>) }); // a form or a JSON object

/** A call on the records of a resource that exists; on one that does not, the next handler is asked. */
const onResource =
  (
    work: (
      d: ResourceDefinition,
      request: { id: unknown; query: URLSearchParams; body: () => Promise<unknown> },
    ) => Response | Promise<Response>,
  ): HttpResponseResolver =>
  ({ params, request }) => {
    const d = definitionOf(params);
    if (!d) return undefined;
    return work(d, {
      id: params['id'],
      query: new URL(request.url).searchParams,
      body: () => readBody(request.clone()),
    });
  };

/** The requests of every console, answered by a server that keeps its records in a list. */
const defaultHandlers = [
  http.get('/api/user', () => HttpResponse.json({ data: user })),
  http.post('/api/user/settings', () => HttpResponse.json({ data: {} })),
  http.post('/api/user/bookmark', () => HttpResponse.json({ data: {} })),
  http.post('/api/user/logout', () => HttpResponse.json({ message: 'You are signed out.' })),
  http.post('/oauth/token', () => HttpResponse.json(token)),
  http.get('/sign-in.json', () => HttpResponse.json({ demo_accounts: [], captcha: null })),
  http.get('/meta.json', () => HttpResponse.json({ build_date: __BUILD_DATE__ })),
  http.get('/api/option', ({ request }) =>
    // Without a page the answer holds all options with their details; a list asks for a page, or a test gives the records.
    new URL(request.url).searchParams.has('page') || stored.has('option')
      ? undefined
      : HttpResponse.json({ data: { data: OPTIONS } }),
  ),
  http.get('/api/option_detail/choices', ({ request }) => {
    const slug = new URL(request.url).searchParams.get('slug');
    const option = OPTIONS.find((one) => one.slug === slug);
    return option && HttpResponse.json({ data: option.option_detail });
  }),
  http.get('/api/saved_view', () => HttpResponse.json({ data: [] })),
  http.get('/api/report_file', () => HttpResponse.json({ data: [] })),
  // Nobody's birthday.
  http.get('/api/work_list/birthday', () =>
    HttpResponse.json({ data: [], meta: { page: 1, per_page: 25, total: 0, is_more: false } satisfies CallListMeta }),
  ),
  // No act orders a mail, unless a test says so.
  ...['transaction', 'voucher_redeem', 'visit'].map((resource) =>
    http.get(`/api/${resource}/:id/mail`, () => HttpResponse.json({ data: null })),
  ),
  http.get(
    '/api/:resource',
    onResource((d, { query }) => listResponse(d, query)),
  ),
  http.get(
    '/api/:resource/choices',
    onResource((d, { query }) => {
      const items = recordsOf(keyOf(d)).map((record) => ({
        id: record.id,
        name: displayName(d, record),
        ...(d.display.code && { code: textIn(record, d.display.code) }),
      }));
      const search = query.get('search')?.toLowerCase();
      const id = query.get('id');
      const found = items.filter(
        (item) =>
          (!search || `${item.name} ${item.code ?? ''}`.toLowerCase().includes(search)) &&
          (id === null || String(item.id) === id),
      );
      return HttpResponse.json({ data: found, meta: { page: 1, per_page: 25, total: found.length } });
    }),
  ),
  http.get(
    '/api/:resource/:id/history',
    onResource(() => HttpResponse.json({ data: [], meta: { page: 1, per_page: 25, total: 0 } })),
  ),
  http.get(
    '/api/:resource/:id',
    onResource((d, { id }) => {
      const record = find(d, id);
      return record ? recordResponse(d, record) : missing();
    }),
  ),
  // A transaction of an open month, with which nothing goes.
  http.get('/api/transaction/:id/cancellation', () =>
    HttpResponse.json({
      data: {
        is_deleted: false,
        cards: [],
        vouchers: 0,
        redeemed: [],
        closed_month: null,
        reversal: null,
        refund_of: null,
      },
    }),
  ),
  // One that cannot be refunded.
  http.get('/api/transaction/:id/refund', () => HttpResponse.json({ data: NOT_REFUNDED })),
  http.post(
    '/api/:resource',
    onResource(async (d, { body }) => {
      const records = recordsOf(keyOf(d));
      const id = Math.max(0, ...records.map((record) => record.id)) + 1;
      const record = row(keyOf(d), id, fieldsOf(await body()));
      records.push(record);
      return HttpResponse.json({ data: record }, { status: 201 });
    }),
  ),
  http.post(
    '/api/:resource/destroyBulk',
    onResource(async (d, { body }) => bulk(d, fieldsOf(await body()), 'deleted', deleted)),
  ),
  http.post(
    '/api/:resource/restoreBulk',
    onResource(async (d, { body }) => bulk(d, fieldsOf(await body()), 'restored', restored)),
  ),
  http.post(
    '/api/:resource/updateBulk',
    onResource(async (d, { body }) => {
      const fields = fieldsOf(await body());
      return bulk(d, fields, 'updated', (record) => ({ ...record, ...fieldsOf(fields['set']) }));
    }),
  ),
  http.post(
    '/api/:resource/undoBulk',
    onResource(async (d, { body }) => undo(d, fieldsOf(await body()))),
  ),
  http.post(
    '/api/:resource/:id/restore',
    onResource((d, { id }) => {
      const record = find(d, id);
      return record
        ? HttpResponse.json({ data: replace(d, { ...restored(record), version: record.version + 1 }) })
        : missing();
    }),
  ),
  http.post(
    '/api/:resource/:id',
    onResource(async (d, { id, body }) => {
      const record = find(d, id);
      if (!record) return missing();
      const version = record.version + 1;
      return HttpResponse.json({ data: replace(d, { ...record, ...fieldsOf(await body()), version }) });
    }),
  ),
  http.delete(
    '/api/:resource/:id',
    onResource((d, { id }) => {
      const record = find(d, id);
      return record
        ? HttpResponse.json({ data: replace(d, { ...deleted(record), version: record.version + 1 }) })
        : missing();
    }),
  ),
];

const restored = (record: ResourceRecord): ResourceRecord => ({ ...record, deleted_at: null, deleted_by: null });

/** Records by id, or all but some: a filter is taken to match everything. */
function bulk(
  d: ResourceDefinition,
  body: Record<string, unknown>,
  word: 'deleted' | 'restored' | 'updated',
  change: (record: ResourceRecord) => ResourceRecord,
) {
  const { ids, except } = body as { ids?: readonly number[]; except?: readonly number[] }; // as the contract has it
  const selected = recordsOf(keyOf(d)).filter(({ id }) => (ids ? ids.includes(id) : !except?.includes(id)));
  const counted = { [word]: selected.length };
  if (body['dry_run'])
    return HttpResponse.json({ data: { matched: selected.length, ...counted, rejected: [], in_use: [], reasons: [] } });
  for (const record of selected) replace(d, change(record));
  const request = crypto.randomUUID();
  changed.set(request, selected);
  return HttpResponse.json({ data: counted }, { headers: { 'X-Request-Id': request } });
}

/** Gives records back as they were before a bulk call. */
function undo(d: ResourceDefinition, { request_id: request }: Record<string, unknown>) {
  const before = changed.get(String(request));
  if (!before) return missing();
  for (const record of before) replace(d, record);
  return HttpResponse.json({ data: { updated: before.length, deleted: 0, restored: 0 } });
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('json')) return request.json();
  if (!type.includes('form')) return undefined;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of await request.formData())
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  return fields;
}

/** A request without an answer is a mistake of the test, or of the console. */
const nobodys = [
  http.all(/\/(?:api|oauth|storage|auth)\//, ({ request }) => {
    unexpected.push(`${request.method} ${request.url}`);
    return rejection(404, 'route_not_found');
  }),
];

const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  handlers: [...defaultHandlers, ...nobodys],
  onUnhandledFrame: 'bypass',
  context: { quiet: true },
});

/**
 * From here on every request of the page is answered here; requests to other addresses go their way. `slowness`: each answer is
 * held back at random by up to so many milliseconds. See docs/decisions/0037-test-the-console-by-component-in-a-real-browser.md.
 */
export function startMockServer(slowness = 0): void {
  network.enable();
  trackResponses(slowness);
  network.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    const [query, { headers }] = [Object.fromEntries(searchParams), request];
    unexpected.push(...wrongFilters(call, searchParams).map((filter) => `${call} by ${filter}, which the API rejects`));
    pendingReads.push(
      readBody(request.clone()).then((body) => void receivedRequests.push({ call, query, body, headers })),
    );
  });
}

/**
 * As at the beginning: no requests, everyday answers, records from their definitions. Answers the requests that nobody foresaw.
 */
export function resetMockServer(): readonly string[] {
  const unhandled = unexpected;
  receivedRequests = [];
  pendingReads = [];
  unexpected = [];
  stored.clear();
  changed.clear();
  user = userWith();
  network.resetHandlers(...defaultHandlers, ...nobodys);
  return unhandled;
}
