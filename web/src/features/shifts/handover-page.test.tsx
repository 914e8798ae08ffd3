import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK, HOTELS } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, waitForRequest } from '../../testing/requests.ts';
import { router } from '../../shell/router.tsx';
import { fullShift } from '../../testing/shifts.ts';
import { emulateSystem } from '../../testing/system.ts';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './handover-page.stories.ts';

describe('the handover of a shift', () => {
  testInEveryVariant(stories);
});

const main = page.getByRole('main');
const table = (name: string) => main.getByRole('table', { name });
const openHandover = async (search = '') => {
  mockOneHotel();
  mockResponse('GET /api/shift', { data: fullShift() });
  await openConsole(`/finance/handover${search}`, { user: FRONT_DESK });
  await expect.element(table('Payments')).toBeVisible();
};

describe('the page of a handover', () => {
  test('shows the user’s own entries of today, with payments by type and their total', async () => {
    await openHandover();
    await expectQuery('GET /api/shift').toEqual({ hotel_id: '1', period: 'today', user: 'me' });
    await expect
      .element(table('Payments').getByRole('row', { name: /^Cash/ }))
      .toMatchTextContent(/3,000,000.*500,000.*2,500,000/);
    await expect
      .element(table('Payments').getByRole('row', { name: /^Total IDR/ }))
      .toMatchTextContent(/4,000,000.*500,000.*3,500,000/);
    await expect.element(table('Undone').getByRole('row').nth(1)).toMatchTextContent('Wrong guest');
    await expect
      .element(table('Sold').getByRole('link', { name: 'Ratna Kusuma' }))
      .toHaveAttribute('href', '/finance/transaction/31');
    await expect
      .element(main.getByRole('link', { name: 'Posted: 1' }))
      .toHaveAttribute('href', expect.stringContaining('/finance/visit?'));
  });

  test('shows times with their day only if the shift has two days', async () => {
    await openHandover();
    const firstSale = table('Sold').getByRole('row').nth(1);
    await expect.element(firstSale).toMatchTextContent('09:26');
    await expect.element(firstSale).not.toMatchTextContent('Mar 2026');
    mockResponse('GET /api/shift', { data: fullShift({ from: '2026-03-13 16:00:00' }) });
    await main.getByRole('radio', { name: 'Everyone’s' }).click();
    await expect.element(firstSale).toMatchTextContent('14 Mar 2026 - 09:26');
  });

  test('is cards on a phone, with nothing that scrolls sideways, and Send beside the title', async () => {
    await page.viewport(390, 844);
    mockResponse('GET /api/shift', { data: fullShift() });
    await openConsole('/finance/handover', { user: { ...FRONT_DESK, hotels: [HOTELS[0], HOTELS[1]] } });
    await page.getByRole('combobox', { name: 'Your hotel' }).click();
    await page.getByRole('option', { name: /Semarang/ }).click();
    const payments = main.getByRole('list', { name: 'Payments' }).getByRole('listitem');
    await expect.element(payments.first()).toMatchTextContent(/Cash.*2,500,000.*Taken.*3,000,000.*Returned.*500,000/);
    await expect.element(payments.last()).toMatchTextContent(/Total IDR.*3,500,000/);
    await expect
      .element(main.getByRole('list', { name: 'Sold' }).getByRole('listitem').first())
      .toMatchTextContent(/Ratna Kusuma.*3,000,000.*T00000031.*Cash/);
    const scrolling = [...main.element().querySelectorAll('*')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto',
    );
    expect(scrolling).toEqual([]);
    const title = main.getByRole('heading', { name: 'Handover' }).element().getBoundingClientRect();
    const send = main.getByRole('button', { name: 'Send…' }).element().getBoundingClientRect();
    expect(send.top).toBeLessThan(title.bottom);
  });

  test('keeps period, user and hotel in the address', async () => {
    mockResponse('GET /api/shift', { data: fullShift() });
    await openConsole('/finance/handover', { user: { ...FRONT_DESK, hotels: [HOTELS[0], HOTELS[1]] } });
    await page.getByRole('combobox', { name: 'Your hotel' }).click();
    await page.getByRole('option', { name: /Semarang/ }).click();
    await main.getByRole('radio', { name: 'Everyone’s' }).click();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 12 hours' }).click();
    await expectQuery('GET /api/shift').toEqual({ hotel_id: '2', period: 'hours_12' });
    expect(location.search).toBe('?hotel_id=2&period=hours_12&user=all');
  });

  test('sends the shift to a colleague with a note', async () => {
    mockResponse('GET /api/shift/recipient', { data: [{ id: 5, name: 'Yoga Pratama' }] });
    mockResponse('POST /api/shift/mail', { data: { recipient: { id: 5, name: 'Yoga Pratama' } } });
    await openHandover('?period=hours_8');
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send handover' });
    await dialog.getByRole('combobox', { name: 'Colleague' }).click();
    await page.getByRole('option', { name: /Yoga Pratama/ }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Room 12 waits for its cake.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByText('The handover is being sent to Yoga Pratama.')).toBeVisible();
    expect((await waitForRequest('POST /api/shift/mail')).body).toEqual({
      user_id: 5,
      note: 'Room 12 waits for its cake.',
      hotel_id: 1,
      period: 'hours_8',
      user: 'me',
    });
  });

  test('shows an error of the server at its field', async () => {
    mockResponse('GET /api/shift/recipient', { data: [{ id: 5, name: 'Yoga Pratama' }] });
    mockResponse('POST /api/shift/mail', () =>
      rejection(422, 'validation_failed', { errors: { user_id: ['This user has left.'] } }),
    );
    await openHandover();
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send handover' });
    await dialog.getByRole('combobox', { name: 'Colleague' }).click();
    await page.getByRole('option', { name: /Yoga Pratama/ }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog.getByText('This user has left.')).toBeVisible();
  });

  test('lists the sales that were started on this device and not finished', async () => {
    const draft = { at: Date.now(), name: 'Sari Wijaya', sale: { key: 'k', isFree: true } };
    mockOneHotel();
    await openConsole('/dashboard', { user: FRONT_DESK });
    localStorage.setItem('innkeeper.sales.1', JSON.stringify([draft, { damaged: true }]));
    onTestFinished(() => localStorage.removeItem('innkeeper.sales.1'));
    mockResponse('GET /api/dashboard', neverResponds);
    await router.navigate({ to: '/company/dashboard' });
    await expect
      .element(main.getByRole('link', { name: '1 unfinished sale' }))
      .toHaveAttribute('href', '/finance/transaction/free_membership');
    await main.getByRole('link', { name: /Hand over the shift/ }).click();
    const sales = main.getByRole('region', { name: 'Unfinished sales on this device' });
    await expect.element(sales.getByRole('listitem')).toMatchTextContent('Sari Wijaya');
    await expect
      .element(sales.getByRole('link', { name: 'Sari Wijaya' }))
      .toHaveAttribute('href', '/finance/transaction/free_membership');
  });

  test('is printed with its entries, who printed it, and lines for two signatures', async () => {
    await openHandover();
    const controls = [page.getByRole('button', { name: 'Send…' }), main.getByRole('radio', { name: 'Mine' })];
    const elements = controls.map((control) => control.element());
    dispatchEvent(new Event('beforeprint'));
    onTestFinished(() => void dispatchEvent(new Event('afterprint')));
    await emulateSystem({ media: 'print' });
    expect(elements.filter((element) => element.checkVisibility())).toEqual([]);
    await expect.element(main.getByText('Taken over by')).toBeVisible();
    await expect.element(main.getByText('Printed by')).toBeVisible();
    await expect.element(table('Sold').getByRole('row').nth(1)).toBeVisible();
    await userEvent.keyboard('{Escape}');
  });
});
