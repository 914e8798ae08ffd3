import {
  PER_PAGE_DEFAULT,
  type ResourceDefinition,
  type ResourceKey,
  type TokenResponse,
  getResource,
  isResourceKey,
} from '@innkeeper/contract';
import type { CallListMeta, SearchResponse, SetupSteps, TermEndFacts } from '@innkeeper/contract/calls';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { HttpResponse, type HttpResponseResolver, delay, http } from 'msw';
import { InterceptorSource, defineNetwork } from 'msw/experimental';
import type { ResourceRecord } from '../engine/data/record.ts';
import { displayName } from '../engine/data/record.ts';
import { trackResponses } from './pending-responses.ts';
import { HOTELS, OPTIONS, REGIONS, type UserValues, createUser } from './fixtures.ts';
import { NOT_REFUNDABLE } from './refunds.ts';
import { markDeleted, row, rows } from './rows.ts';
import { shift, shiftDay } from './shifts.ts';
import { findInvalidFilters } from './invalid-filters.ts';

export { HttpResponse, delay };

/** A request of the console, as the server received it. */
export interface ReceivedRequest {
  /** Method and path: `GET /api/member`. */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON, or the fields of a form by name; a field that is sent more than once is a list. */
  readonly body: unknown;
  readonly headers: Headers;
}

let receivedRequests: ReceivedRequest[] = [];
let unexpectedCalls: string[] = [];
/** Requests whose bodies are being read. */
let pendingReads: Promise<void>[] = [];
/** The records before a bulk call, by its request id. */
const recordsBeforeBulk = new Map<string, readonly ResourceRecord[]>();
/** Records by resource. If a test sets none, they are generated from the definition when first needed. */
const storedRecords = new Map<ResourceKey, ResourceRecord[]>();

/** The server's records of a resource, which a test may read or change. */
export function recordsOf(key: ResourceKey): ResourceRecord[] {
  const existingRecords = storedRecords.get(key);
  if (existingRecords) return existingRecords;
  const generatedRecords = rows(key, key === 'hotel' || key === 'region' ? 0 : 3);
  if (key === 'hotel') generatedRecords.push(...HOTELS.map((hotel) => row('hotel', hotel.id, hotel)));
  if (key === 'region') generatedRecords.push(...REGIONS.map((region) => row('region', region.id, region)));
  storedRecords.set(key, generatedRecords);
  return generatedRecords;
}

/** Sets the server's records of a resource, instead of those generated from its definition. */
export const setRecords = (key: ResourceKey, records: readonly ResourceRecord[]): void =>
  void storedRecords.set(key, [...records]);

/** The requests so far, oldest first; waits until their bodies have been read. */
export async function allRequests(): Promise<readonly ReceivedRequest[]> {
  await Promise.all(pendingReads);
  return receivedRequests;
}

type Method = 'get' | 'post' | 'delete';
/**
 * Mocks the response to a call from now on: a JSON value, or the result of a resolver. The latest mock comes first; if
 * its resolver returns undefined, the one before it responds.
 */
export function mockResponse(
  call: `${'GET' | 'POST' | 'DELETE'} ${string}`,
  response: HttpResponseResolver | Readonly<Record<string, unknown>>,
): void {
  const [method = 'GET', path = ''] = call.split(' ');
  const resolver: HttpResponseResolver = typeof response === 'function' ? response : () => HttpResponse.json(response);
  network.use(http[method.toLowerCase() as Method](path, resolver)); // the type of `call` allows no others
}

/** A rejection in the format of the API. */
export const rejection = (status: number, error: string, fields: object = {}) =>
  HttpResponse.json({ error, message: `The server says ${error}.`, request_id: 'r-1', ...fields }, { status });

/** Never responds to the call. */
export const neverResponds: HttpResponseResolver = async () => {
  await delay('infinite');
};

/** Fails without a response, as a broken connection does. */
export const networkError: HttpResponseResolver = () => HttpResponse.error();

/** A response that arrives when the test calls `release`, for example after it has checked the loading state. */
export function deferResponse(response: () => Response): { resolver: HttpResponseResolver; release: () => void } {
  let release = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    resolver: async () => {
      await releasePromise;
      return response();
    },
  };
}

const token: TokenResponse = { token_type: 'Bearer', access_token: 'a', refresh_token: 'r', expires_in: 900 };
let user = createUser();
/** Sets the server's signed-in user. */
export const setSignedInUser = (values: UserValues): void => {
  user = createUser(values);
};

const definitionOf = (params: Readonly<Record<string, unknown>>): ResourceDefinition | undefined => {
  const key = String(params['resource']);
  return isResourceKey(key) ? getResource(key) : undefined;
};
// Definitions come from the list of resources.
const keyOf = (d: ResourceDefinition): ResourceKey => d.key as ResourceKey;

function listResponse(d: ResourceDefinition, query: URLSearchParams) {
  const isTrash = query.get('filter[deleted_at][null]') === '0';
  const records = recordsOf(keyOf(d)).filter(({ deleted_at }) =>
    deleted_at === null ? !isTrash : query.has('deleted'),
  );
  const page = Number(query.get('page') ?? 1);
  const per_page = Number(query.get('per_page') ?? PER_PAGE_DEFAULT);
  const pageRecords = records.slice((page - 1) * per_page, page * per_page);
  const meta = { page, per_page, total: records.length, total_is_estimate: false };
  const headers = { 'X-Total-Count': String(records.length), 'X-Total-Is-Estimate': 'false' };
  const envelope = d.envelope?.list ?? 'data';
  const body =
    envelope === 'bare' ? pageRecords : { data: envelope === 'nested' ? { data: pageRecords } : pageRecords, meta };
  return HttpResponse.json(body, { headers });
}

const recordResponse = (d: ResourceDefinition, record: ResourceRecord) =>
  HttpResponse.json({ data: d.envelope?.record === 'nested' ? { data: record } : record });

const textValue = (record: ResourceRecord, name: string): string => {
  const value = record[name];
  return typeof value === 'string' ? value : '';
};

const findRecord = (d: ResourceDefinition, id: unknown) =>
  recordsOf(keyOf(d)).find((record) => record.id === Number(id));
const rejectNotFound = () => rejection(404, 'record_not_found');

function replaceRecord(d: ResourceDefinition, record: ResourceRecord): ResourceRecord {
  const records = recordsOf(keyOf(d));
  records.splice(
    records.findIndex(({ id }) => id === record.id),
    1,
    record,
  );
  return record;
}

/** The fields of a body, which is a form or a JSON object. */
const toFields = (body: unknown): Record<string, unknown> => ({ ...(body as Record<string, unknown>) });

/** Handles a call on the records of a known resource; any other call goes to the next handler. */
const handleResource =
  (
    respond: (
      d: ResourceDefinition,
      request: { id: unknown; query: URLSearchParams; body: () => Promise<unknown> },
    ) => Response | Promise<Response>,
  ): HttpResponseResolver =>
  ({ params, request }) => {
    const d = definitionOf(params);
    if (!d) return undefined;
    return respond(d, {
      id: params['id'],
      query: new URL(request.url).searchParams,
      body: () => readBody(request.clone()),
    });
  };

/** What is set up in a programme that has begun. */
export const SETUP_STEPS: SetupSteps = {
  region: true,
  country: true,
  hotel: true,
  membership: true,
  voucher: true,
  role_group: true,
  user: true,
  mail: true,
  sale: true,
};

/** The default responses, of a server that stores its records in a list. */
const defaultHandlers = [
  http.get('/api/user', () => HttpResponse.json({ data: user })),
  http.post('/api/user/settings', () => HttpResponse.json({ data: {} })),
  http.post('/api/user/bookmark', () => HttpResponse.json({ data: {} })),
  http.post('/api/user/logout', () => HttpResponse.json({ message: 'You are signed out.' })),
  http.post('/oauth/token', () => HttpResponse.json(token)),
  http.get('/sign-in.json', () =>
    HttpResponse.json({ demo_accounts: [], captcha: null, single_sign_on: null, has_passkeys: false }),
  ),
  http.get('/meta.json', () => HttpResponse.json({ build_date: __BUILD_DATE__ })),
  http.get('/api/option', ({ request }) =>
    // Without `page` the response has all options with their details. A list sends `page`, and a test may set records.
    new URL(request.url).searchParams.has('page') || storedRecords.has('option')
      ? undefined
      : HttpResponse.json({ data: { data: OPTIONS } }),
  ),
  http.get('/api/reference_data', () =>
    HttpResponse.json({
      data: {
        options: OPTIONS,
        regions: recordsOf('region'),
        hotels: recordsOf('hotel'),
      },
    }),
  ),
  http.get('/api/option_detail/choices', ({ request }) => {
    const slug = new URL(request.url).searchParams.get('slug');
    const option = OPTIONS.find((candidate) => candidate.slug === slug);
    return option && HttpResponse.json({ data: option.option_detail });
  }),
  // Everything is set up.
  http.get('/api/setup', () => HttpResponse.json({ data: SETUP_STEPS })),
  http.get('/api/saved_view', () => HttpResponse.json({ data: [] })),
  http.get('/api/report_file', () => HttpResponse.json({ data: [] })),
  http.get('/api/audit/archive', () => HttpResponse.json({ data: [] })),
  // Nobody is found.
  http.get('/api/search', () => HttpResponse.json({ data: { members: [], vouchers: [] } satisfies SearchResponse })),
  // Nothing has happened today.
  http.get('/api/shift/day', () => HttpResponse.json({ data: shiftDay() })),
  http.get('/api/shift', () => HttpResponse.json({ data: shift() })),
  // No member has a birthday.
  http.get('/api/work_list/birthday', () =>
    HttpResponse.json({ data: [], meta: { page: 1, per_page: 25, total: 0, is_more: false } satisfies CallListMeta }),
  ),
  // No record has led to a mail.
  ...['transaction', 'voucher_redeem', 'visit'].map((resource) =>
    http.get(`/api/${resource}/:id/mail`, () => HttpResponse.json({ data: null })),
  ),
  http.get(
    '/api/:resource',
    handleResource((d, { query }) => listResponse(d, query)),
  ),
  http.get(
    '/api/:resource/choices',
    handleResource((d, { query }) => {
      const items = recordsOf(keyOf(d)).map((record) => ({
        id: record.id,
        name: displayName(d, record),
        ...(d.display.code && { code: textValue(record, d.display.code) }),
        ...(d.key === 'hotel' && { time_zone: textValue(record, 'time_zone'), currency: 'IDR' }),
      }));
      const search = query.get('search')?.toLowerCase();
      const id = query.get('id');
      const matches = items.filter(
        (item) =>
          (!search || `${item.name} ${item.code ?? ''}`.toLowerCase().includes(search)) &&
          (id === null || String(item.id) === id),
      );
      return HttpResponse.json({ data: matches, meta: { page: 1, per_page: 25, total: matches.length } });
    }),
  ),
  http.get(
    '/api/:resource/:id/history',
    handleResource(() => HttpResponse.json({ data: [], meta: { page: 1, per_page: 25, total: 0 } })),
  ),
  http.get(
    '/api/:resource/:id',
    handleResource((d, { id }) => {
      const record = findRecord(d, id);
      return record ? recordResponse(d, record) : rejectNotFound();
    }),
  ),
  // Tests that only go to a member's page end before or after its requests. Tests of the page mock them.
  http.get('/api/member/:id/standing', rejectNotFound),
  http.get('/api/member/:id/overview', rejectNotFound),
  // A transaction of an open month, with nothing else to cancel.
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
  // A member without visits in the term under review.
  http.get('/api/term_end/:id/facts', () =>
    HttpResponse.json({
      data: { phone_no: '+62 811 5550 0001', spend: { totals: [], elsewhere: 0 } } satisfies TermEndFacts,
    }),
  ),
  // A transaction that cannot be refunded.
  http.get('/api/transaction/:id/refund', () => HttpResponse.json({ data: NOT_REFUNDABLE })),
  http.post(
    '/api/:resource',
    handleResource(async (d, { body }) => {
      const records = recordsOf(keyOf(d));
      const id = Math.max(0, ...records.map((record) => record.id)) + 1;
      const record = row(keyOf(d), id, toFields(await body()));
      records.push(record);
      return HttpResponse.json({ data: record }, { status: 201 });
    }),
  ),
  http.post(
    '/api/:resource/destroyBulk',
    handleResource(async (d, { body }) => changeInBulk(d, toFields(await body()), 'deleted', markDeleted)),
  ),
  http.post(
    '/api/:resource/restoreBulk',
    handleResource(async (d, { body }) => changeInBulk(d, toFields(await body()), 'restored', markRestored)),
  ),
  http.post(
    '/api/:resource/updateBulk',
    handleResource(async (d, { body }) => {
      const fields = toFields(await body());
      return changeInBulk(d, fields, 'updated', (record) => ({ ...record, ...toFields(fields['set']) }));
    }),
  ),
  http.post(
    '/api/:resource/undoBulk',
    handleResource(async (d, { body }) => undoBulkChange(d, toFields(await body()))),
  ),
  http.post(
    '/api/:resource/:id/restore',
    handleResource((d, { id }) => {
      const record = findRecord(d, id);
      return record
        ? HttpResponse.json({ data: replaceRecord(d, { ...markRestored(record), version: record.version + 1 }) })
        : rejectNotFound();
    }),
  ),
  http.post(
    '/api/:resource/:id',
    handleResource(async (d, { id, body }) => {
      const record = findRecord(d, id);
      if (!record) return rejectNotFound();
      const version = record.version + 1;
      return HttpResponse.json({ data: replaceRecord(d, { ...record, ...toFields(await body()), version }) });
    }),
  ),
  http.delete(
    '/api/:resource/:id',
    handleResource((d, { id }) => {
      const record = findRecord(d, id);
      return record
        ? HttpResponse.json({ data: replaceRecord(d, { ...markDeleted(record), version: record.version + 1 }) })
        : rejectNotFound();
    }),
  ),
];

const markRestored = (record: ResourceRecord): ResourceRecord => ({ ...record, deleted_at: null, deleted_by: null });

/** Changes records by id, or all except some. A filter is assumed to match every record. */
function changeInBulk(
  d: ResourceDefinition,
  body: Record<string, unknown>,
  countKey: 'deleted' | 'restored' | 'updated',
  change: (record: ResourceRecord) => ResourceRecord,
) {
  // The contract defines this type.
  const { ids, except } = body as { ids?: readonly number[]; except?: readonly number[] };
  const selectedRecords = recordsOf(keyOf(d)).filter(({ id }) => (ids ? ids.includes(id) : !except?.includes(id)));
  const counts = { [countKey]: selectedRecords.length };
  if (body['dry_run'])
    return HttpResponse.json({
      data: { matched: selectedRecords.length, ...counts, rejected: [], in_use: [], reasons: [] },
    });
  for (const record of selectedRecords) replaceRecord(d, change(record));
  const request = crypto.randomUUID();
  recordsBeforeBulk.set(request, selectedRecords);
  return HttpResponse.json({ data: counts }, { headers: { 'X-Request-Id': request } });
}

/** Restores the records from before a bulk call. */
function undoBulkChange(d: ResourceDefinition, { request_id: request }: Record<string, unknown>) {
  const previousRecords = recordsBeforeBulk.get(String(request));
  if (!previousRecords) return rejectNotFound();
  for (const record of previousRecords) replaceRecord(d, record);
  return HttpResponse.json({ data: { updated: previousRecords.length, deleted: 0, restored: 0 } });
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

/** Collects requests without a mock, which are errors of the test or of the console. */
const unmockedHandlers = [
  http.all(/\/(?:api|oauth|storage|auth)\//, ({ request }) => {
    unexpectedCalls.push(`${request.method} ${request.url}`);
    return rejection(404, 'route_not_found');
  }),
];

const network = defineNetwork({
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor()] })],
  handlers: [...defaultHandlers, ...unmockedHandlers],
  onUnhandledFrame: 'bypass',
  context: { quiet: true },
});

/**
 * Responds to the page's requests from now on; requests to other paths than the API's reach the network. Each response
 * is delayed at random by up to `slowness` milliseconds. See
 * docs/decisions/0037-test-the-console-by-component-in-a-real-browser.md.
 */
export function startMockServer(slowness = 0): void {
  network.enable();
  trackResponses(slowness);
  network.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    const [query, { headers }] = [Object.fromEntries(searchParams), request];
    unexpectedCalls.push(
      ...findInvalidFilters(call, searchParams).map((filter) => `${call} by ${filter}, which the API rejects`),
    );
    pendingReads.push(
      readBody(request.clone()).then((body) => void receivedRequests.push({ call, query, body, headers })),
    );
  });
}

/**
 * Resets the server: no requests, the default responses, records from their definitions. Returns the requests that had
 * no mock.
 */
export function resetMockServer(): readonly string[] {
  const unmockedCalls = unexpectedCalls;
  receivedRequests = [];
  pendingReads = [];
  unexpectedCalls = [];
  storedRecords.clear();
  recordsBeforeBulk.clear();
  user = createUser();
  network.resetHandlers(...defaultHandlers, ...unmockedHandlers);
  return unmockedCalls;
}
