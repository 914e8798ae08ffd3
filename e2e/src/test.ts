import { type Page, test as base, expect } from '@playwright/test';
import { type Client, type TestUser, createClient, createUser } from './records.ts';
import { ACCOUNTS, type Appearance, type Session, requestSession, createStorageState } from './session.ts';

export { expect };
export { type Client, createMember, createMembers, loadFirst, createTag } from './records.ts';
export { ACCOUNTS, SESSION_KEY, type Session, expectSettingsSaved, requestSession, signIn } from './session.ts';

interface Fixtures {
  /** The email or username of the user who is signed in when the test begins; null if nobody is. */
  account: string | null;
  appearance: Appearance;
  /** Patterns of the console errors and failed requests that this test expects. */
  expectedErrors: RegExp[];
  client: Client;
  /** A user for this test only, so that the test may change its settings and end its sessions. */
  user: TestUser;
  /** Stores a session of the `user` in the browser and opens a page with it. */
  openSignedIn: (path: string, sessionChanges?: Partial<Session>) => Promise<void>;
}

interface WorkerFixtures {
  /**
   * Returns the session of an account. A worker signs in once and shares the session among its tests, because checking
   * a password is slow.
   */
  getSession: (account: string) => Promise<Session>;
}

/**
 * How long tests share a session. It is much shorter than the lifetime of an access token, so no page renews the
 * session. A renewal would end the session of later tests, because a refresh token can be used only once.
 */
const SESSION_SHARE_MS = 4 * 60_000;

/** Fails a test on any unexpected console error, uncaught exception or failed request. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  account: [ACCOUNTS.administrator, { option: true }],
  appearance: [{ language: 'en', theme: 'light' }, { option: true }],
  expectedErrors: [[], { option: true }],
  getSession: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.BASE_URL });
      const sessions = new Map<string, { session: Promise<Session>; expiresAt: number }>();
      await use((account) => {
        const cached = sessions.get(account);
        if (cached && Date.now() < cached.expiresAt) return cached.session;
        const session = requestSession(request, account);
        sessions.set(account, { session, expiresAt: Date.now() + SESSION_SHARE_MS });
        return session;
      });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  client: async ({ request, getSession }, use) => use(createClient(request, await getSession(ACCOUNTS.administrator))),
  user: async ({ client }, use) => use(await createUser(client)),
  storageState: async ({ account, appearance, getSession }, use) =>
    use(
      createStorageState(process.env.BASE_URL ?? '', account === null ? null : await getSession(account), appearance),
    ),
  openSignedIn: async ({ context, page, request, appearance, user }, use) =>
    use(async (path, sessionChanges) => {
      const session = { ...(await requestSession(request, user.username, user.password)), ...sessionChanges };
      await context.setStorageState(createStorageState(process.env.BASE_URL ?? '', session, appearance));
      await page.goto(path);
    }),
  page: async ({ page, expectedErrors }, use) => {
    const errors = watchErrors(page);
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },
});

/** Collects the page's console errors, uncaught exceptions and failed requests. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    // Playwright runs a script in every frame, and the sandboxed frame of a mail blocks it.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return;
    if (message.type() === 'error') errors.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Navigating away or sending a newer request cancels a request, which is not a failure.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request: ${request.url()} ${reason}`);
  });
  return errors;
}
