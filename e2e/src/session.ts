import { type APIRequestContext, type Page, expect } from '@playwright/test';

/** Sign-ins of the demonstration programme, one for each reach. */
export const ACCOUNTS = {
  administrator: 'admin@innkeeper.test',
  reporting: 'bimo.sasongko',
  regionalManager: 'made.suardana',
  frontDesk: 'dewi.anggraini',
} as const;
const PASSWORD = 'innkeeper-demo';

/** A session as the console keeps it in the browser's storage. */
export interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expired_at: number;
  readonly remember_me: boolean;
}
export const SESSION_KEY = 'innkeeper.session';

/** Signs in through the form, as a person does. */
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

/** Asks for a session as the form would, without the form. */
export async function requestSession(
  request: APIRequestContext,
  username: string,
  password = PASSWORD,
): Promise<Session> {
  const answer = await request.post('/oauth/token', {
    data: { grant_type: 'password', client_id: '1', username, password, remember_me: 1 },
  });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const token = (await answer.json()) as { access_token: string; refresh_token: string; expires_in: number };
  return {
    access_token: token.access_token,
    refresh_token: token.refresh_token,
    expired_at: Date.now() + token.expires_in * 1000,
    remember_me: true,
  };
}

/** The browser's storage of a user who works with the console already. */
export interface Look {
  readonly language: 'en' | 'id';
  readonly theme: 'light' | 'dark';
}

/** The storage of a browser in which this session is under way, with this look; a guest's without a session. */
export function storageOf(origin: string, session: Session | null, look: Look) {
  const entries = {
    'innkeeper.language': look.language,
    'innkeeper.settings': JSON.stringify({ theme: look.theme, language: look.language, folded: false }),
    ...(session && { [SESSION_KEY]: JSON.stringify(session) }),
  };
  return {
    cookies: [],
    origins: [{ origin, localStorage: Object.entries(entries).map(([name, value]) => ({ name, value })) }],
  };
}

/** Waits until the server keeps the settings that the page has; the console saves them a second after the last change. */
export async function expectSettingsSaved(page: Page): Promise<void> {
  await expect(async () => {
    const [here, kept] = await page.evaluate(async (key) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
      const answer = await fetch('/api/user', { headers: { authorization: `Bearer ${access_token}` } });
      const user = (await answer.json()) as { data: { data: { settings: unknown } } };
      return [JSON.parse(localStorage.getItem('innkeeper.settings') ?? '{}') as unknown, user.data.data.settings];
    }, SESSION_KEY);
    expect(kept).toEqual(here);
  }).toPass({ timeout: 10_000 });
}
