import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type UserValues, userWith } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, broken, setSignedInUser } from '../testing/mock-server.ts';
import { requests, sent } from '../testing/requests.ts';
import { resumeSession } from './session.ts';
import { chooseTheme } from './settings.ts';
import { SAVE_DELAY } from './settings-saving.ts';

const SAVE = 'POST /api/user/settings';
/** Contains the id of the user whose changes have not been saved. */
const UNSAVED = 'innkeeper.settings.unsaved';
const html = document.documentElement;

afterEach(() => vi.useRealTimers());

const storedSettings = () => JSON.parse(localStorage.getItem('innkeeper.settings') ?? 'null') as unknown;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Advances the fake clock in one step and restores the real one, so that work started at the end uses real timers. */
function startClockAfter(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  vi.useRealTimers();
}
/** The settings in a sent form, whose fields are texts. */
const settingsIn = (body: unknown): unknown => JSON.parse((body as { settings: string }).settings);

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
    await pass(900);
    chooseTheme('teak');
    expect(html.dataset['theme']).toBe('teak');
    await pass(SAVE_DELAY - 1);
    expect(await requests(SAVE)).toEqual([]);
    expect(storedSettings()).toMatchObject({ themes: { main: 'teak' } });
    startClockAfter(1);
    const { body, headers } = await sent(SAVE);
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; /);
    expect(settingsIn(body)).toEqual(storedSettings());
    expect(settingsIn(body)).toMatchObject({ themes: { main: 'teak' }, layout: { style: 'layout1' } });
    expect(await requests(SAVE)).toHaveLength(1);
    await expect.poll(() => localStorage.getItem(UNSAVED)).toBeNull();
  });

  test.each(['beforeunload', 'pagehide'])('are sent on %s without waiting for the rest of the second', async (end) => {
    await openWithFrozenTime();
    dispatchEvent(new Event(end));
    expect(await requests(SAVE)).toEqual([]);
    chooseTheme('lagoon');
    dispatchEvent(new Event(end));
    vi.useRealTimers();
    expect(settingsIn((await sent(SAVE)).body)).toMatchObject({ themes: { main: 'lagoon' } });
  });

  test('are stored on this device alone for the role guest', async () => {
    await openWithFrozenTime({ role: 'guest' });
    chooseTheme('night');
    expect(html.dataset['theme']).toBe('night');
    await pass(60 * SAVE_DELAY);
    expect(await requests(SAVE)).toEqual([]);
    expect(storedSettings()).toMatchObject({ themes: { main: 'night' } });
  });

  test('are sent for a guest who now has a role', async () => {
    await openConsole('/dashboard', { user: { role: 'guest' } });
    chooseTheme('night');
    setSignedInUser({});
    await resumeSession();
    expect(html.dataset['theme']).toBe('night');
    expect(settingsIn((await sent(SAVE)).body)).toMatchObject({ themes: { main: 'night' } });
  });

  test('come from the device for a guest, even if the server has others', async () => {
    const { data, ...guest } = userWith({ role: 'guest' });
    const settings = { themes: { main: 'sand' } };
    mockResponse('GET /api/user', { data: { ...guest, data: { ...data, settings } } });
    await openConsole('/dashboard', { theme: 'dark', user: { role: 'guest' } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(html).toHaveAttribute('data-theme', 'dark');
  });

  test('are sent again when the network is back after a failure, which is shown once', async () => {
    mockResponse(SAVE, broken);
    await openWithFrozenTime();
    chooseTheme('orchid');
    startClockAfter(SAVE_DELAY);
    const alert = page.getByText('Network Error.');
    await expect.element(alert).toBeVisible();
    expect(localStorage.getItem(UNSAVED)).toBe('1');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
    dispatchEvent(new Event('online'));
    await expect.poll(async () => (await requests(SAVE)).length).toBe(2);
    mockResponse(SAVE, { data: {} });
    dispatchEvent(new Event('online'));
    await expect.poll(() => localStorage.getItem(UNSAVED)).toBeNull();
    expect(settingsIn((await sent(SAVE)).body)).toMatchObject({ themes: { main: 'orchid' } });
    expect(alert.elements()).toEqual([]);
  });
});
