import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { chooseFile } from '../../testing/files.ts';
import { createPicture } from '../../testing/inputs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const PICTURE = '/src/testing/picture.png?expires=1&signature=s';
const isLoaded = () => [...document.querySelectorAll('img')].some((image) => image.naturalWidth > 0);
const thumbnail = () => page.getByRole('link', { name: 'Enlarge: Picture' });
const save = () => userEvent.keyboard('{Control>}s{/Control}');

describe('stored picture', () => {
  beforeEach(() => setRecords('voucher', [row('voucher', 1, { name: 'Spa for two', file_url: PICTURE })]));

  it('shows a thumbnail in the list, in a stored width, and opens in full size', async () => {
    await openConsole('/system/voucher');
    await expect.poll(isLoaded).toBe(true);
    expect(document.querySelector('img')?.getAttribute('src')).toMatch(/&width=96$/);
    await thumbnail().click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await expect.element(dialog.getByRole('img', { name: 'Picture' })).toHaveAttribute('src', PICTURE);
    const download = dialog.getByRole('link', { name: 'Download' });
    await expect.element(download).toHaveAttribute('href', PICTURE);
    await expect.element(download).toHaveAttribute('download', 'picture.png');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/system/voucher');
  });

  it('is shown in the card view of a list on a phone', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/voucher', { theme: 'dark' });
    const card = page.getByRole('listitem').filter({ hasText: 'Spa for two' });
    await expect.element(card).toBeVisible();
    await expect.poll(isLoaded).toBe(true);
  });

  it('becomes a link to the file if it no longer exists', async () => {
    setRecords('voucher', [row('voucher', 1, { file_url: '/src/testing/gone.png' })]);
    await openConsole('/system/voucher/1');
    await expect.element(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/src/testing/gone.png');
  });
});

describe('replacement picture', () => {
  beforeEach(async () => {
    setRecords('voucher', [row('voucher', 1, { file_url: PICTURE })]);
    await openConsole('/system/voucher/1');
    await expect.element(page.getByText('Stored')).toBeVisible();
  });

  it('is previewed and sent unchanged', async () => {
    await chooseFile(await createPicture('terrace.png'));
    await expect.element(page.getByText('terrace.png')).toBeVisible();
    await expect.poll(isLoaded).toBe(true);
    expect(document.querySelector('main img')?.getAttribute('src')).toMatch(/^blob:/);
    expect(await findRequests('POST /api/voucher/1')).toEqual([]);
    mockResponse('POST /api/voucher/1', () =>
      Response.json({ data: row('voucher', 1, { version: 2, file_url: PICTURE }) }),
    );
    await save();
    await expect.element(page.getByText('Stored')).toBeVisible();
    const { body } = await waitForRequest('POST /api/voucher/1');
    expect(body).toEqual({ _method: 'POST', file_url: expect.any(File) as unknown });
  });

  it('can be removed, which shows the stored one again', async () => {
    await chooseFile(await createPicture('terrace.png'));
    await expect.element(page.getByText('terrace.png')).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByText('Stored')).toBeVisible();
    await expect.element(page.getByText('No changes')).toBeVisible();
  });

  it.each(['picture', 'file'] as const)("shows the server's rejection (%s) at its field", async (messageKey) => {
    mockResponse('POST /api/voucher/1', () =>
      rejection(422, 'validation_failed', { errors: { file_url: [message(messageKey)] } }),
    );
    await chooseFile(new File(['<svg onload="alert(1)"/>'], 'pool.png', { type: 'image/png' }));
    await save();
    await expect
      .element(page.getByRole('button', { name: /Picture|Choose a file/ }))
      .toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText('pool.png')).toBeVisible();
    await expectAccessible();
  });
});
