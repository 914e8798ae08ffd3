import { type APIRequestContext, type Page, test as base, expect } from '@playwright/test';

export { expect };

/** Sign-ins of the demonstration programme, one for each reach. */
export const ACCOUNTS = {
  administrator: 'admin@innkeeper.test',
  reporting: 'bimo.sasongko',
  regionalManager: 'made.suardana',
  frontDesk: 'dewi.anggraini',
} as const;
const PASSWORD = 'innkeeper-demo';

export async function signIn(page: Page, account: string = ACCOUNTS.administrator, path = '/login', password = PASSWORD): Promise<void> {
  await page.goto(path);
  await page.getByRole('textbox', { name: /^(Email\/username|Surel\/nama pengguna)/ }).fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
}

/** The API behind the console, for building what a test needs: one session of an administrator. */
export interface Client {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

async function createClient(request: APIRequestContext): Promise<Client> {
  const login = await request.post('/oauth/token', {
    data: { grant_type: 'password', client_id: '1', username: ACCOUNTS.administrator, password: PASSWORD },
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const call = async <T>(method: 'get' | 'post', path: string, data?: unknown): Promise<T> => {
    const answer = await request[method](path, { headers, ...(data !== undefined && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return { get: (path) => call('get', path), post: (path, body) => call('post', path, body) };
}

interface Fixtures {
  client: Client;
  /** Console errors and failed requests that this test expects, as patterns. */
  expectedErrors: RegExp[];
}

/** A test fails with any console error, uncaught exception or failed request that it did not expect. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  client: async ({ request }, use) => use(await createClient(request)),
  page: async ({ page, expectedErrors }, use) => {
    const errors = watchErrors(page);
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },
});

/** Collects what goes wrong on a page without a person asking for it. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (m) => {
    if (m.type() === 'error') errors.push(`console: ${m.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A navigation away or a newer question ends a request; that is no failure.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request: ${request.url()} ${reason}`);
  });
  return errors;
}

/** A member of the test's own, under a name that nobody else has. */
export async function createMember(client: Client, fields: Record<string, unknown> = {}): Promise<{ id: number; first_name: string; email: string }> {
  const one = async (path: string) => (await client.get<{ data: { id: number }[] }>(path)).data[0]?.id;
  const tag = Math.random().toString(36).slice(2, 9);
  const input = {
    first_name: `Tamu${tag}`,
    last_name: 'Percobaan',
    email: `tamu.${tag}@example.test`,
    phone_no: `+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`,
    membership_id: await one('/api/membership?per_page=1'),
    hotel_id: await one('/api/hotel?per_page=1'),
    origin_country_id: await one('/api/country?per_page=1&filter[cca2][exact]=ID'),
    type_gender_id: await one('/api/option_detail/choices?slug=type-gender'),
    is_active: 1,
    ...fields,
  };
  return (await client.post<{ data: { id: number; first_name: string; email: string } }>('/api/member', input)).data;
}

/** A user of the test's own with every right: settings that a test changes meet nobody else. */
export async function createUser(client: Client): Promise<{ username: string; password: string }> {
  const groups = await client.get<{ data: { data: { id: number }[] } }>('/api/role_group?filter[name][exact]=Administrator');
  const tag = Math.random().toString(36).slice(2, 9);
  const user = { username: `petugas.${tag}`, password: `kunci-kamar-${tag}` };
  await client.post('/api/users', { ...user, name: `Petugas ${tag}`, email: `petugas.${tag}@example.test`, role_group_id: groups.data.data[0]?.id });
  return user;
}
