import { type APIRequestContext, type Page, expect } from '@playwright/test';

/** Sign-ins of the demonstration programme, one per access level. */
export const ACCOUNTS = {
  administrator: 'admin@innkeeper.test',
  reporting: 'bimo.sasongko',
  regionalManager: 'made.suardana',
  frontDesk: 'dewi.anggraini',
} as const;
const PASSWORD = 'innkeeper-demo';

/** A session as the console stores it in the browser. */
export interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expired_at: number;
  readonly remember_me: boolean;
}
export const SESSION_KEY = 'innkeeper.session';

/** Signs in through the form, as a user does. */
export async function signIn(
  page: Page,
  account: string = ACCOUNTS.administrator,
  path = '/login',
  password = PASSWORD,
): Promise<void> {
  await page.goto(path);
  await page.getByRole('textbox', { name: /^Email\/(username|nama pengguna)/ }).fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
}

/** Requests a session as the sign-in form does, without a page. Throws if the server rejects it. */
export async function requestSession(
  request: APIRequestContext,
  username: string,
  password = PASSWORD,
): Promise<Session> {
  const response = await request.post('/oauth/token', {
    data: { grant_type: 'password', client_id: '1', username, password, remember_me: 1 },
  });
  if (!response.ok()) throw new Error(`${username} cannot sign in: ${response.status()} ${await response.text()}`);
  const token = (await response.json()) as { access_token: string; refresh_token: string; expires_in: number };
  return {
    access_token: token.access_token,
    refresh_token: token.refresh_token,
    expired_at: Date.now() + token.expires_in * 1000,
    remember_me: true,
  };
}

/** The appearance that a user of the console has stored in the browser. */
export interface Appearance {
  readonly language: 'en' | 'id';
  readonly theme: 'light' | 'dark';
}

/** The browser storage with this appearance, and with this session or none. */
export function createStorageState(origin: string, session: Session | null, appearance: Appearance) {
  const entries = {
    'innkeeper.language': appearance.language,
    'innkeeper.settings': JSON.stringify({ theme: appearance.theme, language: appearance.language, folded: false }),
    ...(session && { [SESSION_KEY]: JSON.stringify(session) }),
  };
  return {
    cookies: [],
    origins: [{ origin, localStorage: Object.entries(entries).map(([name, value]) => ({ name, value })) }],
  };
}

/** Waits until the server has stored the page's settings; the console saves them one second after the last change. */
export async function expectSettingsSaved(page: Page): Promise<void> {
  await expect(async () => {
    const [localSettings, savedSettings] = await page.evaluate(async (key) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
      const response = await fetch('/api/user', { headers: { authorization: `Bearer ${access_token}` } });
      const user = (await response.json()) as { data: { data: { settings: unknown } } };
      return [JSON.parse(localStorage.getItem('innkeeper.settings') ?? '{}') as unknown, user.data.data.settings];
    }, SESSION_KEY);
    expect(savedSettings).toEqual(localSettings);
  }).toPass({ timeout: 10_000 });
}
