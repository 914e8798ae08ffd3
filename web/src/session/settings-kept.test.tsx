import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type UserValues, userWith } from '../testing/house.ts';
import { openConsole } from '../testing/open-console.tsx';
import { answer, broken, signedInAs } from '../testing/played-server.ts';
import { requests, sent } from '../testing/requests.ts';
import { resumeSession } from './session.ts';
import { chooseTheme } from './settings.ts';
import { SAVE_DELAY } from './settings-saving.ts';

const SAVE = 'POST /api/user/settings';
/** Holds the id of the user whose changes have not arrived. */
const UNSAVED = 'innkeeper.settings.unsaved';
const html = document.documentElement;

afterEach(() => vi.useRealTimers());

const kept = () => JSON.parse(localStorage.getItem('innkeeper.settings') ?? 'null') as unknown;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Lets so much time pass at once: work that begins with its end is put off by the real clock again. */
function startTimeAfter(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  vi.useRealTimers();
}
const settingsIn = (body: unknown): unknown => JSON.parse((body as { settings: string }).settings); // a form's fields are texts

/** Opens a page; work put off from then on waits until the test lets time pass, and nothing is waited for otherwise. */
async function openWithoutTime(user?: UserValues): Promise<void> {
  await openConsole('/dashboard', { user });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

describe('settings are kept', () => {
  test('with the user: a form with JSON named settings, a second after the last change', async () => {
    await openWithoutTime();
    chooseTheme('sand');
    await pass(900);
    chooseTheme('teak');
    expect(html.dataset['theme']).toBe('teak');
    await pass(SAVE_DELAY - 1);
    expect(await requests(SAVE)).toEqual([]);
    expect(kept()).toMatchObject({ themes: { main: 'teak' } });
    startTimeAfter(1);
    const { body, headers } = await sent(SAVE);
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; /);
    expect(settingsIn(body)).toEqual(kept());
    expect(settingsIn(body)).toMatchObject({ themes: { main: 'teak' }, layout: { style: 'layout1' } });
    expect(await requests(SAVE)).toHaveLength(1);
    await expect.poll(() => localStorage.getItem(UNSAVED)).toBeNull();
  });

  test.each(['beforeunload', 'pagehide'])(
    'with the user at %s, without waiting for the second to be over',
    async (end) => {
      await openWithoutTime();
      dispatchEvent(new Event(end));
      expect(await requests(SAVE)).toEqual([]);
      chooseTheme('lagoon');
      dispatchEvent(new Event(end));
      vi.useRealTimers();
      expect(settingsIn((await sent(SAVE)).body)).toMatchObject({ themes: { main: 'lagoon' } });
    },
  );

  test('on this device alone where the role is guest', async () => {
    await openWithoutTime({ role: 'guest' });
    chooseTheme('night');
    expect(html.dataset['theme']).toBe('night');
    await pass(60 * SAVE_DELAY);
    expect(await requests(SAVE)).toEqual([]);
    expect(kept()).toMatchObject({ themes: { main: 'night' } });
  });

  test('with a guest from when they have a role', async () => {
    await openConsole('/dashboard', { user: { role: 'guest' } });
    chooseTheme('night');
    signedInAs({});
    await resumeSession();
    expect(html.dataset['theme']).toBe('night');
    expect(settingsIn((await sent(SAVE)).body)).toMatchObject({ themes: { main: 'night' } });
  });

  test('for a guest, whatever the server has of them', async () => {
    const { data, ...guest } = userWith({ role: 'guest' });
    const settings = { themes: { main: 'sand' } };
    answer('GET /api/user', { data: { ...guest, data: { ...data, settings } } });
    await openConsole('/dashboard', { theme: 'dark', user: { role: 'guest' } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(html).toHaveAttribute('data-theme', 'dark');
  });

  test('later where saving fails: it is said once, and tried again when the network is back', async () => {
    answer(SAVE, broken);
    await openWithoutTime();
    chooseTheme('orchid');
    startTimeAfter(SAVE_DELAY);
    const said = page.getByText('Network Error.');
    await expect.element(said).toBeVisible();
    expect(localStorage.getItem(UNSAVED)).toBe('1');
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
    dispatchEvent(new Event('online'));
    await expect.poll(async () => (await requests(SAVE)).length).toBe(2);
    answer(SAVE, { data: {} });
    dispatchEvent(new Event('online'));
    await expect.poll(() => localStorage.getItem(UNSAVED)).toBeNull();
    expect(settingsIn((await sent(SAVE)).body)).toMatchObject({ themes: { main: 'orchid' } });
    expect(said.elements()).toEqual([]);
  });
});
