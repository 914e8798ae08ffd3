// Core test: every form.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, setRecords } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { getPartRect, waitForPage } from '../../testing/shell-parts.ts';

const saveButton = page.getByRole('button', { name: /^Save/ });
const capitalInput = page.getByRole('textbox', { name: 'Capital', exact: true });
const noChangesText = page.getByText('No changes');

test('Save is disabled until the first change', async () => {
  setRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
  await openConsole('/system/country/1');
  await expect.element(noChangesText).toBeVisible();
  await expect.element(saveButton).toBeDisabled();
  await capitalInput.fill('Nusantara');
  await expect.element(saveButton).toBeEnabled();
  await expect.element(noChangesText).not.toBeInTheDocument();
  await capitalInput.fill('Jakarta');
  await expect.element(noChangesText).toBeVisible();
  await expect.element(saveButton).toBeDisabled();
  expect(await findRequests('POST /api/country/1')).toEqual([]);
});

test.each([
  ['a record', '/system/country/1'],
  ['a new record', '/system/country/new'],
])('a window with 200 %% zoom shows the form of %s in at least half of its height', async (_, path) => {
  await page.viewport(720, 450);
  await openConsole(path);
  await waitForPage();
  await expect.element(saveButton).toBeInTheDocument();
  const scroller = getPartRect('scroller');
  const bar = document.querySelector('[data-submit-bar]');
  const overlapsContent = bar !== null && getComputedStyle(bar).position === 'sticky';
  const coveredHeight = overlapsContent ? bar.getBoundingClientRect().height : 0;
  expect(Math.min(scroller.bottom, innerHeight) - scroller.y - coveredHeight).toBeGreaterThanOrEqual(450 / 2);
});

describe('a form during a save', () => {
  const createSaveResolver = (capital: string, version: number) => () => {
    const record = row('country', 1, { capital, version });
    setRecords('country', [record]);
    return HttpResponse.json({ data: record });
  };
  const pressSaveKeys = () => userEvent.keyboard('{Control>}s{/Control}');

  /** Saves Nusantara, types Bandung before the response, and returns a function that releases the response. */
  async function editWhileSaving(): Promise<() => void> {
    setRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
    const { resolver, release } = deferResponse(createSaveResolver('Nusantara', 2));
    mockResponse('POST /api/country/1', resolver);
    await openConsole('/system/country/1');
    await capitalInput.fill('Nusantara');
    await pressSaveKeys();
    await waitForRequest('POST /api/country/1');
    await capitalInput.fill('Bandung');
    return release;
  }

  test('preserves new input as unsaved', async () => {
    const release = await editWhileSaving();
    release();
    await expect.element(page.getByText('Saved.')).toBeVisible();
    await expect.element(capitalInput).toHaveValue('Bandung');
    await expect.element(saveButton).toBeEnabled();
    await capitalInput.fill('Nusantara');
    await expect.element(noChangesText).toBeVisible();
  });

  test('runs a second save after the first, based on the version of the first', async () => {
    const release = await editWhileSaving();
    await pressSaveKeys();
    mockResponse('POST /api/country/1', createSaveResolver('Bandung', 3));
    release();
    await expect.poll(async () => (await findRequests('POST /api/country/1')).length).toBe(2);
    const { body, headers } = await waitForRequest('POST /api/country/1');
    expect(body).toMatchObject({ capital: 'Bandung' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(noChangesText).toBeVisible();
    await expect.element(capitalInput).toHaveValue('Bandung');
  });
});
