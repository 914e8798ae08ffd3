import { type Page, test as base, expect } from '@playwright/test';
import { type Client, type OwnUser, createClient, createUser } from './records.ts';
import { ACCOUNTS, type Look, type Session, requestSession, storageOf } from './session.ts';

export { expect };
export { type Client, createMember, createMembers, firstOf, tag } from './records.ts';
export { ACCOUNTS, SESSION_KEY, type Session, expectSettingsSaved, requestSession, signIn } from './session.ts';

interface Fixtures {
  /** The user whose session is under way in the browser when the test begins; null for nobody. */
  account: string | null;
  look: Look;
  /** Console errors and failed requests that this test expects, as patterns. */
  expectedErrors: RegExp[];
  client: Client;
  /** A user of this test alone: it may change its settings and end its sessions. */
  user: OwnUser;
  /** Puts a session of the `user` into the browser, and opens a page with it. */
  enter: (path: string, change?: Partial<Session>) => Promise<void>;
}

interface WorkerFixtures {
  /** Gives the session of an account, signed in once for many tests of a worker: a password takes a while to check. */
  sessionOf: (account: string) => Promise<Session>;
}

/**
 * How long tests share a session. Far less than an access token lives: a page that renewed it would take the session from
 * the tests after it, since a refresh token serves once.
 */
const SHARED_FOR = 4 * 60_000;

/** A test fails with any console error, uncaught exception or failed request that it did not expect. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  account: [ACCOUNTS.administrator, { option: true }],
  look: [{ language: 'en', theme: 'light' }, { option: true }],
  expectedErrors: [[], { option: true }],
  sessionOf: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.BASE_URL });
      const sessions = new Map<string, { session: Promise<Session>; until: number }>();
      await use((account) => {
        const known = sessions.get(account);
        if (known && Date.now() < known.until) return known.session;
        const session = requestSession(request, account);
        sessions.set(account, { session, until: Date.now() + SHARED_FOR });
        return session;
      });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  client: async ({ request, sessionOf }, use) => use(createClient(request, await sessionOf(ACCOUNTS.administrator))),
  user: async ({ client }, use) => use(await createUser(client)),
  storageState: async ({ account, look, sessionOf }, use) =>
    use(storageOf(process.env.BASE_URL ?? '', account === null ? null : await sessionOf(account), look)),
  enter: async ({ context, page, request, look, user }, use) =>
    use(async (path, change) => {
      const session = { ...(await requestSession(request, user.username, user.password)), ...change };
      await context.setStorageState(storageOf(process.env.BASE_URL ?? '', session, look));
      await page.goto(path);
    }),
  page: async ({ page, expectedErrors }, use) => {
    const errors = watchErrors(page);
    await use(page);
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
  },
});

/** Collects the errors on a page that no person asked for. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (m) => {
    // The tool that looks into a page runs a script in every frame; the frame of a mail, which lets nothing run, refuses it.
    if (m.text().startsWith("Blocked script execution in 'about:srcdoc'")) return;
    if (m.type() === 'error') errors.push(`console: ${m.text()} ${m.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A navigation away or a newer question ends a request; that is no failure.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request: ${request.url()} ${reason}`);
  });
  return errors;
}
