import { type ResourceDefinition, SALE_TYPE, resources } from '@innkeeper/contract';
import { createFormBody, queryString } from './call.ts';
import { type DescribedOperation, type Document, findBodySchema, resolveSchema } from './openapi-document.ts';
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
export interface ForeignTargets {
  readonly live: number;
  readonly deleted: number;
}

/** Texts that must have a certain format. */
const TEXT_BY_FIELD: Readonly<Record<string, string>> = {
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
  /** The hotel and region of the targets. */
  readonly place: { readonly hotel: number; readonly region: number };
  /** By resource; looked up when a request is made. */
  readonly foreign: ReadonlyMap<string, ForeignTargets>;
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
    readonly freeMembership: number;
    /** The number of a member voucher. */
    readonly voucherNo: string;
    /** Request ids of bulk edits, by resource. */
    readonly bulkRequestIds: ReadonlyMap<string, string>;
  };
}

/**
 * Creates requests for a call of the document, with each parameter and reference aimed at a place. An unknown path
 * parameter is an error: its target must be defined here.
 */
export function createTargetedRequests({
  inputs,
  document,
  place,
  foreign,
  owners,
}: RequestTargets): (described: DescribedOperation) => Promise<TargetedRequest[]> {
  const idOf = (key: string): number => foreign.get(key)?.live ?? 0;

  /** The record for a reference field: the foreign one, or any record if such records are shared by everybody. */
  function findTargetId(name: string): number | undefined {
    const key = name.replace(/_id$/, '');
    if (/(^|_)hotel$/.test(key)) return place.hotel;
    if (key === 'type_payment') return owners.payment;
    if (/^type_|_type$/.test(key)) return idOf('option_detail');
    return name.endsWith('_id') && foreign.has(key) ? idOf(key) : undefined;
  }

  /** Resources by their name in the API for hotels' own systems. */
  const RESOURCE_KEY_BY_SEGMENT: Readonly<Record<string, string>> = {
    'held-postings': 'held_posting',
    members: 'member',
    redemptions: 'voucher_redeem',
    visits: 'visit',
  };

  /** The values to try for a path parameter. The path segments before it determine the resource. */
  function targetsOf(path: string, name: string): readonly (string | number)[] {
    const [, api, first = '', second = ''] = path.split('/');
    const isIntegrationCall = api === 'integration';
    const key = isIntegrationCall ? (RESOURCE_KEY_BY_SEGMENT[second] ?? '') : first;
    const targetKey = isIntegrationCall ? path.split('/')[4] : second;
    const parameter = Object.values(document.paths[path] ?? {})
      .flatMap(({ parameters = [] }) => parameters)
      .find((p) => p.name === name);
    if (Array.isArray(parameter?.schema.enum)) return parameter.schema.enum.map(String);
    if (path === '/storage/{name}') return ['anything.webp'];
    if (path === '/mail/preferences/{token}') return ['1-forged'];
    if (name === 'merge_id') return [1];
    const idByKey = {
      user: owners.session,
      import: owners.import,
      saved_view: owners.view,
      report_file: owners.file,
      report_schedule: owners.schedule,
      month_close: owners.month,
      rate_correction: owners.correction,
      approval: owners.approval,
    }[key];
    if (name === 'id' && idByKey !== undefined) return [idByKey];
    const cached = foreign.get(key);
    if (name !== 'id' || targetKey !== '{id}' || !cached) throw new Error(`No value is defined for ${name} in ${path}`);
    return path.endsWith('/restore') ? [cached.deleted] : [...new Set([cached.live, cached.deleted])];
  }

  async function createRequests(described: DescribedOperation): Promise<TargetedRequest[]> {
    const { path, method } = described;
    let urls = [path];
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      urls = urls.flatMap((url) => targetsOf(path, name).map((id) => url.replace(`{${name}}`, String(id))));
    if (method === 'GET')
      return urls.flatMap((url) => createQueries(described).map((query) => ({ url: `${url}?${query}` })));
    const bodies = await bodiesOf(described);
    return urls.flatMap((url) => bodies.map((item) => ({ url, ...item })));
  }

  /**
   * Queries of a call: first with only its required parameters, then with each parameter aimed at the foreign place.
   */
  function createQueries({ path, operation: { parameters = [] } }: DescribedOperation): string[] {
    const queryParameters = parameters.filter(
      (p) => p.in === 'query' && !/^(page|per_page|sort|columns)$/.test(p.name),
    );
    const parameterValue = ({ name, schema }: (typeof queryParameters)[number]): string => {
      if (name === 'format') return 'csv';
      if (name === 'resource') return 'member';
      if (name === 'deleted') return '1';
      if (name === 'month') return '2020-02';
      if (name === 'wrong_rate' || name === 'usd_rate') return TEXT_BY_FIELD[name] ?? '';
      if (name === 'id') return String(idOf(path.split('/')[2] ?? ''));
      // A search by name, not by number: only a number may find a guest of another hotel.
      if (name === 'q' || name === 'search') return 'Tést';
      return String(findTargetId(name) ?? (Array.isArray(schema.enum) ? schema.enum[0] : ''));
    };
    const requiredValues = Object.fromEntries(
      queryParameters.filter((p) => p.required).map((p) => [p.name, parameterValue(p)]),
    );
    const optionalParameters = queryParameters.filter((p) => !p.required && parameterValue(p) !== '');
    return [requiredValues, ...optionalParameters.map((p) => ({ ...requiredValues, [p.name]: parameterValue(p) }))].map(
      (item) => queryString(item),
    );
  }

  async function bodiesOf(described: DescribedOperation): Promise<Omit<TargetedRequest, 'url'>[]> {
    const { path, method } = described;
    const [, , key = '', second] = path.split('/');
    const d = Object.values<ResourceDefinition>(resources).find((item) => item.key === key);
    if (d && path === `/api/${key}` && method === 'POST')
      return [{ body: await inputs.createRequired(d, d.scope ? await fieldsForHotel(inputs, d, place) : {}) }];
    if (d && path === `/api/${key}/{id}`)
      return method === 'DELETE'
        ? [{ body: { reason: 'Not mine' } }]
        : [
            { body: await inputs.createChange(d) },
            { body: foreignReferences(d) },
            { body: { _method: 'DELETE', reason: 'Not mine' } },
          ];
    if (d && second === 'undoBulk') return [{ body: { request_id: owners.bulkRequestIds.get(key) } }];
    if (d && second?.endsWith('Bulk')) {
      const ids = [idOf(key), foreign.get(key)?.deleted ?? 0];
      const set = second === 'updateBulk' ? { set: await inputs.createShared(d) } : {};
      return [{ ids }, { filter: { id: { eq: String(idOf(key)) } } }].flatMap((selection) =>
        [0, 1].map((dry_run) => ({ body: { ...selection, ...set, dry_run } })),
      );
    }
    if (path === '/api/voucher_redeem/counter') {
      const { member_voucher_id: _, ...values } = await inputs.createRequired(
        resources.voucher_redeem,
        await fieldsForHotel(inputs, resources.voucher_redeem, place),
      );
      return [{ body: { ...values, voucher_nos: [owners.voucherNo], member_id: idOf('member') } }];
    }
    if (path === '/api/voucher_redeem/counter/void') return [{ body: { ids: [idOf(key)], reason: 'Not mine' } }];
    if (key === 'held_posting')
      return [{ ids: [idOf(key)] }, { filter: { id: { eq: String(idOf(key)) } } }].flatMap((selection) => ({
        body: { ...selection, ...(second === 'dismiss' ? { reason: 'Not mine' } : { member_id: idOf('member') }) },
      }));
    if (path === '/api/member/mailing' || path === '/api/member/voucher_gift') {
      const action =
        second === 'mailing' ? { mail_type: 'birthday' } : { voucher_id: idOf('voucher'), remark: 'Alasan' };
      return [0, 1].map((dry_run) => ({ body: { ids: [idOf('member')], ...action, dry_run } }));
    }
    if (d && second === 'import') {
      const [field, value] = Object.entries(await inputs.createShared(d)).find(
        ([, item]) => typeof item !== 'object',
      ) ?? ['id', ''];
      const file = Buffer.from(`id,${field}\n${idOf(key)},"${String(value)}"`);
      return ['0', '1'].map((dry_run) =>
        createFormBody({ file, dry_run, mapping: JSON.stringify({ id: 'id', [field]: field }) }),
      );
    }
    const schema = findBodySchema(described, document);
    if (path === '/api/approval') {
      const reason = 'A test';
      const approvalRequest = {
        call: 'POST /api/month_close/{id}/reopen',
        path: { id: owners.month },
        body: { reason },
      };
      return [{ body: { ...approvalRequest, reason } }];
    }
    if (path === '/api/users/invite' && schema) {
      // Each user has a name of their own.
      const { name, username, email } = await inputs.createRequired(resources.users);
      return [{ body: { ...createSample(schema), name, username, email } }];
    }
    if (path === '/api/transaction/free_membership' && schema)
      return [{ body: { ...createSample(schema), membership_id: owners.freeMembership } }];
    if (path === '/api/transaction/wizard' && schema) {
      // Only an upgrade names a card.
      const { upgraded_from_id: _, ...sale } = createSample(schema);
      return [{ body: sale }, { body: { ...sale, type: SALE_TYPE.upgrade, upgraded_from_id: idOf('member_card') } }];
    }
    return schema ? [{ body: createSample(schema) }] : [{}];
  }

  /** All reference fields, aimed at the foreign place. */
  function foreignReferences(d: ResourceDefinition): Input {
    const foreignFields = Object.keys(d.fields).flatMap((name) => {
      const id = d.fields[name]?.kind === 'reference' ? findTargetId(name) : undefined;
      return id === undefined ? [] : [[name, id]];
    });
    return Object.fromEntries(foreignFields);
  }

  /** A body that a schema allows, with each reference aimed at the foreign place. */
  function createSample(schema: Schema): Input {
    // A body's schema describes an object.
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    // A member is given by id or by its fields, not both.
    const names = new Set(properties.map(([name]) => name));
    return Object.fromEntries(
      properties
        .filter(([name]) => name !== 'member' || !names.has('member_id'))
        .map(([name, property]) => [name, createSampleValue(name, resolveSchema(property, document))]),
    );
  }

  function createSampleValue(name: string, schema: Schema): unknown {
    if (Array.isArray(schema.enum)) return schema.enum[0];
    const type = [schema.type].flat()[0];
    if (type === 'object') return {};
    if (type === 'array') return name === 'readers' ? [owners.email] : [];
    if (type === 'integer') return findTargetId(name) ?? schema.minimum ?? 1;
    if (type === 'string' && !Object.hasOwn(TEXT_BY_FIELD, name) && /_date$|_at$/.test(name))
      return new Date().toISOString();
    return schema.maxLength === 0 ? '' : (TEXT_BY_FIELD[name] ?? 'Alasan');
  }

  return createRequests;
}
