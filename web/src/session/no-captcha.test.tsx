import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { openConsole } from '../testing/open-console.tsx';
import { allRequests, setSignedInUser } from '../testing/mock-server.ts';
import { waitForRequest } from '../testing/requests.ts';

const loadedUrls = () => performance.getEntriesByType('resource').map(({ name }) => name);

it('a sign-in loads no captcha and sends none if none is required', async () => {
  setSignedInUser({ roles: ['VIEW_REGION'] });
  await openConsole('/login', { user: null });
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill('sari.wulandari');
  await page.getByLabelText(/^Password/).fill('quiet-harbour-lamp');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).not.toBe('/login');
  expect((await waitForRequest('POST /oauth/token')).body).not.toHaveProperty(CAPTCHA_FIELD);
  expect((await allRequests()).map(({ call }) => call)).toContain('GET /sign-in.json');
  expect((await allRequests()).filter(({ call }) => call.includes('challenge'))).toEqual([]);
  expect(loadedUrls().filter((name) => /captcha-(?:altcha|widget)|recaptcha|pbkdf2/.test(name))).toEqual([]);
});
