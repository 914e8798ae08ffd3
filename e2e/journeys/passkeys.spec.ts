import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { type App, startApp } from '../src/app.ts';
import { expect, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 403/] });

const ADMINISTRATOR = { ADMIN_EMAIL: 'kepala@example.test', ADMIN_PASSWORD: 'kunci-kamar-tamu-506' };

/** Browsers allow passkeys at a name only, so the console needs to know its address before it starts. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let app: App;
let url: string;
test.beforeAll(async () => {
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  app = await startApp({ DEMO: '0', ...ADMINISTRATOR, PORT: String(port), PUBLIC_URL: url });
});
test.afterAll(() => app.stop());

/** A device that stores passkeys and confirms them without a prompt. Returns a function that makes it reject its user. */
async function addAuthenticator(page: Page): Promise<(isUserVerified: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

const passkeysSection = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('an administrator adds a passkey, signs in with it alone, and removes it', async ({ page }) => {
  const setUserVerified = await addAuthenticator(page);
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill(ADMINISTRATOR.ADMIN_EMAIL);
  await page.locator('input[name=password]').fill(ADMINISTRATOR.ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/company\/dashboard$/);

  await page.goto(`${url}/pages/profile`);
  await passkeysSection(page).getByRole('button', { name: 'Add passkey' }).click();
  const nameInput = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(nameInput).toHaveValue(/^Chrome, /);
  await nameInput.fill('Front desk computer');
  await page.keyboard.press('Enter');
  await expect(passkeysSection(page).getByText('Front desk computer')).toBeVisible();
  await passkeysSection(page).getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${url}/logout`);
  await expect(page).toHaveURL(/\/login$/);
  await setUserVerified(false);
  await passkeyButton(page).click();
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await setUserVerified(true);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(/\/company\/dashboard$/);

  await page.goto(`${url}/pages/profile`);
  await expect(passkeysSection(page).getByText(/^Last used /)).toBeVisible();
  await passkeysSection(page).getByRole('button', { name: 'Rename Front desk computer' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Old computer');
  await page.keyboard.press('Enter');
  await passkeysSection(page).getByRole('button', { name: 'Remove Old computer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeysSection(page).getByRole('listitem')).toHaveCount(0);

  await page.goto(`${url}/logout`);
  await expect(page).toHaveURL(/\/login$/);
  await passkeyButton(page).click();
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
