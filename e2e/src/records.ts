import type { APIRequestContext } from '@playwright/test';
import { ACCOUNTS, type Session } from './session.ts';

/** An API client with an administrator's session, for creating test records. */
export interface Client {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
}

export function createClient(request: APIRequestContext, session: Session): Client {
  const headers = { authorization: `Bearer ${session.access_token}` };
  const call = async <T>(method: 'get' | 'post' | 'delete', path: string, data?: unknown): Promise<T> => {
    const response = await request[method](path, { headers, ...(data !== undefined && { data }) });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (response.status() === 204 ? undefined : await response.json()) as T; // the contract defines the response
  };
  return {
    get: (path) => call('get', path),
    post: (path, body) => call('post', path, body),
    delete: (path) => call('delete', path),
  };
}

/** A random word, unique to this call. */
export const createTag = (): string => Math.random().toString(36).slice(2, 9);

/** A list response. Its rows are in one of three places, depending on the resource. */
type ListResponse<T> = readonly T[] | { readonly data: readonly T[] | { readonly data: readonly T[] } };

/** The first record in a list response; throws if there is none. */
export async function loadFirst<T = { id: number }>(client: Client, path: string): Promise<T> {
  const response = await client.get<ListResponse<T>>(path);
  const rows = 'data' in response ? response.data : response;
  const firstRow = ('data' in rows ? rows.data : rows)[0];
  if (!firstRow) throw new Error(`${path} has no record`);
  return firstRow;
}

export interface Member {
  readonly id: number;
  readonly first_name: string;
  readonly email: string;
}

/** Creates a member with a unique name for this test. */
export async function createMember(client: Client, fields: Record<string, unknown> = {}): Promise<Member> {
  const loadFirstId = async (path: string) => (await loadFirst(client, path)).id;
  const tag = createTag();
  const input = {
    first_name: `Tamu${tag}`,
    last_name: 'Percobaan',
    email: `tamu.${tag}@example.test`,
    phone_no: `+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`,
    membership_id: await loadFirstId('/api/membership?per_page=1'),
    hotel_id: await loadFirstId('/api/hotel?per_page=1'),
    origin_country_id: await loadFirstId('/api/country?per_page=1&filter[cca2][exact]=ID'),
    type_gender_id: await loadFirstId('/api/option_detail/choices?slug=type-gender'),
    is_active: 1,
    ...fields,
  };
  return (await client.post<{ data: Member }>('/api/member', input)).data;
}

/** Creates several members with the same last name, for lists of known length. */
export const createMembers = (client: Client, last_name: string, count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, () => createMember(client, { last_name })));

export interface TestUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

/** Creates a user with all rights for this test only, so that changed settings do not affect other tests. */
export async function createUser(client: Client): Promise<TestUser> {
  const { role_group_id } = await loadFirst<{ role_group_id: number }>(
    client,
    `/api/users?filter[email][exact]=${ACCOUNTS.administrator}`,
  );
  const tag = createTag();
  const user = { username: `petugas.${tag}`, password: `kunci-kamar-${tag}` };
  const { data } = await client.post<{ data: { id: number } }>('/api/users', {
    ...user,
    name: `Petugas ${tag}`,
    email: `petugas.${tag}@example.test`,
    role_group_id,
  });
  return { id: data.id, ...user };
}
