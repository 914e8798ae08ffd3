import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type UserValues, createUser } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, networkError, setSignedInUser } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { resumeSession } from './session.ts';
import { chooseTheme } from './settings.ts';
import { SAVE_DELAY } from './settings-saving.ts';

const SAVE_CALL = 'POST /api/user/settings';
/** Contains the id of the user whose changes have not been saved. */
const UNSAVED_KEY = 'innkeeper.settings.unsaved';
const rootElement = document.documentElement;

afterEach(() => vi.useRealTimers());

const readStoredSettings = () => JSON.parse(localStorage.getItem('innkeeper.settings') ?? 'null') as unknown;
const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Advances the fake clock in one step and restores the real one, so that the started work uses real timers. */
function startClockAfter(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  vi.useRealTimers();
}
/** The settings in a sent form, whose fields are texts. */
const parseSettings = (body: unknown): unknown => JSON.parse((body as { settings: string }).settings);

/** Opens a page with fake timers: work deferred from then on runs only when the test advances the time. */
async function openWithFrozenTime(user?: UserValues): Promise<void> {
  await openConsole('/dashboard', { user });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

describe('the settings of a user', () => {
  test('are sent one second after the last change, as a form with JSON in `settings`', async () => {
    await openWithFrozenTime();
    chooseTheme('sand');
    await advanceTime(900);
    chooseTheme('teak');
    expect(rootElement.dataset['theme']).toBe('teak');
    await advanceTime(SAVE_DELAY - 1);
    expect(await findRequests(SAVE_CALL)).toEqual([]);
    expect(readStoredSettings()).toMatchObject({ themes: { main: 'teak' } });
    startClockAfter(1);
    const { body, headers } = await waitForRequest(SAVE_CALL);
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; /);
    expect(parseSettings(body)).toEqual(readStoredSettings());
    expect(parseSettings(body)).toMatchObject({ themes: { main: 'teak' }, layout: { style: 'layout1' } });
    expect(await findRequests(SAVE_CALL)).toHaveLength(1);
    await expect.poll(() => localStorage.getItem(UNSAVED_KEY)).toBeNull();
  });

  test.each(['beforeunload', 'pagehide'])('are sent immediately on %s', async (eventName) => {
    await openWithFrozenTime();
    dispatchEvent(new Event(eventName));
    expect(await findRequests(SAVE_CALL)).toEqual([]);
    chooseTheme('lagoon');
    dispatchEvent(new Event(eventName));
    vi.useRealTimers();
    expect(parseSettings((await waitForRequest(SAVE_CALL)).body)).toMatchObject({ themes: { main: 'lagoon' } });
  });

  test('are stored only on this device for the role guest', async () => {
    await openWithFrozenTime({ role: 'guest' });
    chooseTheme('night');
    expect(rootElement.dataset['theme']).toBe('night');
    await advanceTime(60 * SAVE_DELAY);
    expect(await findRequests(SAVE_CALL)).toEqual([]);
    expect(readStoredSettings()).toMatchObject({ themes: { main: 'night' } });
  });

  test('are sent for a guest who now has a role', async () => {
    await openConsole('/dashboard', { user: { role: 'guest' } });
    chooseTheme('night');
    setSignedInUser({});
    await resumeSession();
    expect(rootElement.dataset['theme']).toBe('night');
    expect(parseSettings((await waitForRequest(SAVE_CALL)).body)).toMatchObject({ themes: { main: 'night' } });
  });

  test('come from the device for a guest, even if the server has others', async () => {
    const { data, ...guest } = createUser({ role: 'guest' });
    const settings = { themes: { main: 'sand' } };
    mockResponse('GET /api/user', { data: { ...guest, data: { ...data, settings } } });
    await openConsole('/dashboard', { theme: 'dark', user: { role: 'guest' } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(rootElement).toHaveAttribute('data-theme', 'dark');
  });

  test('are sent again when the network is back after a failure, which is shown once', async () => {
    mockResponse(SAVE_CALL, networkError);
    await openWithFrozenTime();
    chooseTheme('orchid');
    startClockAfter(SAVE_DELAY);
    const alert = page.getByText('Network Error.');
    await expect.element(alert).toBeVisible();
    expect(localStorage.getItem(UNSAVED_KEY)).toBe('1');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
    dispatchEvent(new Event('online'));
    await expect.poll(async () => (await findRequests(SAVE_CALL)).length).toBe(2);
    mockResponse(SAVE_CALL, { data: {} });
    dispatchEvent(new Event('online'));
    await expect.poll(() => localStorage.getItem(UNSAVED_KEY)).toBeNull();
    expect(parseSettings((await waitForRequest(SAVE_CALL)).body)).toMatchObject({ themes: { main: 'orchid' } });
    expect(alert.elements()).toEqual([]);
  });
});
