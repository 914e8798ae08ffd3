import { type ResourceDefinition, SALE_TYPE, resources } from '@innkeeper/contract';
import { formBody, queryString } from './call.ts';
import { type Described, type Document, bodySchema, resolved } from './openapi-document.ts';
import type { Input, Inputs } from './inputs.ts';
import type { Schema } from './json-schema.ts';
import { fieldsForHotel } from './places.ts';

/** A request aimed at a record of another user or place. */
export interface TargetedRequest {
  readonly url: string;
  readonly body?: object | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Records of another user or place: one active, one deleted. */
export interface Foreign {
  readonly live: number;
  readonly deleted: number;
}

/** Texts that must have a certain format. */
const TEXTS: Readonly<Record<string, string>> = {
  email: 'somebody@elsewhere.test',
  phone_no: '+628123456789',
  password: 'seventeen umbrellas',
  password_confirmation: 'seventeen umbrellas',
  amount: '1',
  head: `1-${'0'.repeat(64)}`,
  discount: '0',
  month: '2020-02',
  valid_until_date: '2399-01-01',
  fee: '0',
  at: '07:00',
  wrong_rate: '15500.5',
  usd_rate: '15600',
  settings: '{}',
  bookmark: '[]',
};

interface RequestTargets {
  readonly inputs: Inputs;
  readonly document: Document;
  /** The location of the targets. */
  readonly place: { readonly hotel: number; readonly region: number };
  /** By resource; looked up when a request is made. */
  readonly foreign: ReadonlyMap<string, Foreign>;
  /** Other targets that belong to another user or place. */
  readonly owners: {
    readonly session: number;
    readonly import: number;
    readonly view: number;
    readonly file: number;
    readonly schedule: number;
    /** The email of a user. */
    readonly email: string;
    /** A closed month of the place's country. */
    readonly month: number;
    /** A rate correction of this country. */
    readonly correction: number;
    /** A request to reopen this month. */
    readonly approval: number;
    /** A payment type. */
    readonly payment: number;
    /** A free membership. */
    readonly free: number;
    /** Request ids of bulk edits, by resource. */
    readonly bulk: ReadonlyMap<string, string>;
  };
}

/**
 * Makes the requests of a call of the document, with each parameter and reference aimed at a place. An unknown path
 * parameter is an error: its target must be defined here.
 */
export function aimRequests({
  inputs,
  document,
  place,
  foreign,
  owners,
}: RequestTargets): (described: Described) => Promise<TargetedRequest[]> {
  const idOf = (key: string): number => foreign.get(key)?.live ?? 0;

  /** The record for a reference field: the foreign one, or any record if such records are shared by everybody. */
  function targetId(name: string): number | undefined {
    const key = name.replace(/_id$/, '');
    if (/(^|_)hotel$/.test(key)) return place.hotel;
    if (key === 'type_payment') return owners.payment;
    if (/^type_|_type$/.test(key)) return idOf('option_detail');
    return name.endsWith('_id') && foreign.has(key) ? idOf(key) : undefined;
  }

  /** Resources by their name in the API for hotels' own systems. */
  const KEY_OF: Readonly<Record<string, string>> = {
    'held-postings': 'held_posting',
    members: 'member',
    redemptions: 'voucher_redeem',
    visits: 'visit',
  };

  /** The targets of a path parameter, by the path before it. */
  function targetsOf(path: string, name: string): readonly (string | number)[] {
    const [, api, first = '', second = ''] = path.split('/');
    const isIntegrationCall = api === 'integration';
    const key = isIntegrationCall ? (KEY_OF[second] ?? '') : first;
    const at = isIntegrationCall ? path.split('/')[4] : second;
    const parameter = Object.values(document.paths[path] ?? {})
      .flatMap(({ parameters = [] }) => parameters)
      .find((p) => p.name === name);
    if (Array.isArray(parameter?.schema.enum)) return parameter.schema.enum.map(String);
    if (path === '/storage/{name}') return ['anything.webp'];
    if (name === 'merge_id') return [1];
    const of = {
      user: owners.session,
      import: owners.import,
      saved_view: owners.view,
      report_file: owners.file,
      report_schedule: owners.schedule,
      month_close: owners.month,
      rate_correction: owners.correction,
      approval: owners.approval,
    }[key];
    if (name === 'id' && of !== undefined) return [of];
    const known = foreign.get(key);
    if (name !== 'id' || at !== '{id}' || !known) throw new Error(`No value is defined for ${name} in ${path}`);
    return path.endsWith('/restore') ? [known.deleted] : [...new Set([known.live, known.deleted])];
  }

  async function requestsOf(described: Described): Promise<TargetedRequest[]> {
    const { path, method } = described;
    let urls = [path];
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      urls = urls.flatMap((url) => targetsOf(path, name).map((id) => url.replace(`{${name}}`, String(id))));
    if (method === 'GET')
      return urls.flatMap((url) => queriesOf(described).map((query) => ({ url: `${url}?${query}` })));
    const bodies = await bodiesOf(described);
    return urls.flatMap((url) => bodies.map((one) => ({ url, ...one })));
  }

  /**
   * Queries of a call: first with only its required parameters, then with each parameter aimed at the foreign place.
   */
  function queriesOf({ path, operation: { parameters = [] } }: Described): string[] {
    const requested = parameters.filter((p) => p.in === 'query' && !/^(page|per_page|sort|columns)$/.test(p.name));
    const valueOf = ({ name, schema }: (typeof requested)[number]): string => {
      if (name === 'format') return 'csv';
      if (name === 'resource') return 'member';
      if (name === 'deleted') return '1';
      if (name === 'month') return '2020-02';
      if (name === 'wrong_rate' || name === 'usd_rate') return TEXTS[name] ?? '';
      if (name === 'id') return String(idOf(path.split('/')[2] ?? ''));
      // A search by name, not by number: only a number may find a guest of another hotel.
      if (name === 'q' || name === 'search') return 'Tést';
      return String(targetId(name) ?? (Array.isArray(schema.enum) ? schema.enum[0] : ''));
    };
    const least = Object.fromEntries(requested.filter((p) => p.required).map((p) => [p.name, valueOf(p)]));
    const further = requested.filter((p) => !p.required && valueOf(p) !== '');
    return [least, ...further.map((p) => ({ ...least, [p.name]: valueOf(p) }))].map((one) => queryString(one));
  }

  async function bodiesOf(described: Described): Promise<Omit<TargetedRequest, 'url'>[]> {
    const { path, method } = described;
    const [, , key = '', second] = path.split('/');
    const d = Object.values<ResourceDefinition>(resources).find((one) => one.key === key);
    if (d && path === `/api/${key}` && method === 'POST')
      return [{ body: await inputs.required(d, d.scope ? await fieldsForHotel(inputs, d, place) : {}) }];
    if (d && path === `/api/${key}/{id}`)
      return method === 'DELETE'
        ? [{ body: { reason: 'Not mine' } }]
        : [
            { body: await inputs.change(d) },
            { body: foreignReferences(d) },
            { body: { _method: 'DELETE', reason: 'Not mine' } },
          ];
    if (d && second === 'undoBulk') return [{ body: { request_id: owners.bulk.get(key) } }];
    if (d && second?.endsWith('Bulk')) {
      const ids = [idOf(key), foreign.get(key)?.deleted ?? 0];
      const set = second === 'updateBulk' ? { set: await inputs.share(d) } : {};
      return [{ ids }, { filter: { id: { eq: String(idOf(key)) } } }].flatMap((which) =>
        [0, 1].map((dry_run) => ({ body: { ...which, ...set, dry_run } })),
      );
    }
    if (key === 'held_posting')
      return [{ ids: [idOf(key)] }, { filter: { id: { eq: String(idOf(key)) } } }].flatMap((which) => ({
        body: { ...which, ...(second === 'dismiss' ? { reason: 'Not mine' } : { member_id: idOf('member') }) },
      }));
    if (d && second === 'import') {
      const [field, value] = Object.entries(await inputs.share(d)).find(([, one]) => typeof one !== 'object') ?? [
        'id',
        '',
      ];
      const file = Buffer.from(`id,${field}\n${idOf(key)},"${String(value)}"`);
      return ['0', '1'].map((dry_run) =>
        formBody({ file, dry_run, mapping: JSON.stringify({ id: 'id', [field]: field }) }),
      );
    }
    const schema = bodySchema(described, document);
    if (path === '/api/approval') {
      const reason = 'A test';
      const requested = { call: 'POST /api/month_close/{id}/reopen', path: { id: owners.month }, body: { reason } };
      return [{ body: { ...requested, reason } }];
    }
    if (path === '/api/transaction/free_membership' && schema)
      return [{ body: { ...sampleOf(schema), membership_id: owners.free } }];
    if (path === '/api/transaction/wizard' && schema) {
      // Of these sales only an upgrade names a card.
      const { upgraded_from_id: _, ...sale } = sampleOf(schema);
      return [{ body: sale }, { body: { ...sale, type: SALE_TYPE.upgrade, upgraded_from_id: idOf('member_card') } }];
    }
    return schema ? [{ body: sampleOf(schema) }] : [{}];
  }

  /** All reference fields, aimed at the foreign place. */
  function foreignReferences(d: ResourceDefinition): Input {
    const foreignFields = Object.keys(d.fields).flatMap((name) => {
      const id = d.fields[name]?.kind === 'reference' ? targetId(name) : undefined;
      return id === undefined ? [] : [[name, id]];
    });
    return Object.fromEntries(foreignFields);
  }

  /** A body that a schema allows, with each reference aimed at the foreign place. */
  function sampleOf(schema: Schema): Input {
    // A body's schema describes an object.
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    // A member is given by id or by its fields, not both.
    const names = new Set(properties.map(([name]) => name));
    return Object.fromEntries(
      properties
        .filter(([name]) => name !== 'member' || !names.has('member_id'))
        .map(([name, property]) => [name, valueOf(name, resolved(property, document))]),
    );
  }

  function valueOf(name: string, schema: Schema): unknown {
    if (Array.isArray(schema.enum)) return schema.enum[0];
    const type = [schema.type].flat()[0];
    if (type === 'object') return {};
    if (type === 'array') return name === 'readers' ? [owners.email] : [];
    if (type === 'integer') return targetId(name) ?? schema.minimum ?? 1;
    if (type === 'string' && !Object.hasOwn(TEXTS, name) && /_date$|_at$/.test(name)) return new Date().toISOString();
    return schema.maxLength === 0 ? '' : (TEXTS[name] ?? 'Alasan');
  }

  return requestsOf;
}
