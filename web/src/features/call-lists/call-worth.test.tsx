import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, waitForRequest } from '../../testing/requests.ts';
import { RENEWAL_OFFERS, mockSales } from '../../testing/sale-offers.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const PATH = '/company/work-list/renewal';
const ASSIGN_CALL = 'POST /api/work_list/renewal/owner';
const [firstMember, secondMember] = [memberToCall(1), memberToCall(2, { owner: { id: 9, name: 'Made Wirawan' } })];
const memberItems = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
const logCallButton = page.getByRole('button', { name: 'Log call' });
const dialog = page.getByRole('dialog');

describe('the worth of a call', () => {
  test('is shown in the list and in the dialog, with the last visit and the renewal', async () => {
    mockCallLists([firstMember]);
    await openConsole(PATH);
    await expect.element(memberItems).toMatchTextContent('Renewal Rp. 1,200,000');
    await expect.element(memberItems).toMatchTextContent('3 vouchers left');
    logCallButton.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('radio', { name: 'Reached' })).toHaveFocus();
    await expect.element(dialog.getByText('Rp. 1,200,000')).toBeVisible();
    await expect.element(dialog.getByText('3 vouchers left')).toBeVisible();
    await expect.element(dialog.getByText('Rp. 750,000')).toBeVisible();
    await expect.element(dialog.getByText('Last visit 14 Mar 2026')).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: /^Renew / }))
      .toHaveAttribute('href', '/finance/transaction/wizard?type=2&member_id=1');
  });

  test('leads to the sale, and the dialog closes', async () => {
    mockSales(RENEWAL_OFFERS);
    mockCallLists([memberToCall(5)]);
    await openConsole(PATH);
    await logCallButton.click();
    await dialog.getByRole('link', { name: /^Renew / }).click();
    await expect.element(page.getByText('3600 0000 0007 · 22 Jun 2025 – 21 Jun 2026')).toBeVisible();
    expect(location.pathname).toBe('/finance/transaction/wizard');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('sorts the list, in the address too', async () => {
    mockCallLists([firstMember]);
    await openConsole(PATH);
    await expect.element(memberItems).toBeVisible();
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Highest renewal price first' }).click();
    await expectQuery('GET /api/work_list/renewal').toMatchObject({ sort: 'price' });
    expect(location.search).toBe('?sort=price');
    await openConsole(PATH, { user: { roles: ['VIEW_MEMBER', 'STORE_MEMBER'] } });
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await expect.element(page.getByRole('option', { name: 'Highest renewal price first' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: /vouchers/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
  });

  test('fits in Indonesian at 390 px, in the list and the dialog', async () => {
    await page.viewport(390, 844);
    const vouchers = {
      count: 12,
      totals: [
        { currency: 'IDR', total: '12750000.000' },
        { currency: 'KWD', total: '1250.500' },
      ],
    };
    mockCallLists([memberToCall(1, { vouchers, owner: { id: 9, name: 'Made Wirawan Adi Kusuma' } }), secondMember]);
    await openConsole(PATH, { language: 'id' });
    const buttons = page.getByRole('button', { name: /^Catat panggilan/ });
    await expect.poll(() => buttons.elements().length).toBe(2);
    await expectTextsToFit(['id'], [320, 390]);
    await buttons.first().click();
    await expect.element(dialog.getByText('12 voucher tersisa')).toBeVisible();
    await expectTextsToFit(['id'], [320, 390]);
  });
});

describe('the owner of a call', () => {
  test('is shown, and can be set to oneself or a colleague of the hotel', async () => {
    mockCallLists([firstMember, secondMember]);
    mockResponse(ASSIGN_CALL, { data: { owner: { id: 1, name: 'Sari Wulandari' } } });
    await openConsole(PATH);
    await expect.element(memberItems.nth(1)).toMatchTextContent('Owner: Made Wirawan');
    await logCallButton.first().click();
    const ownerInput = dialog.getByRole('combobox', { name: 'Owner' });
    await expect.element(ownerInput).toMatchTextContent('Nobody');
    expect((await waitForRequest('GET /api/work_list/renewal/owner')).query).toEqual({ hotel_id: '1' });
    await ownerInput.click();
    await page.getByRole('option', { name: 'Me (Sari Wulandari)' }).click();
    await expect.element(ownerInput).toMatchTextContent('Me (Sari Wulandari)');
    expect((await waitForRequest(ASSIGN_CALL)).body).toEqual({ member_id: 1, user_id: 1 });
  });

  test('limits the list to one’s own calls', async () => {
    mockCallLists([secondMember]);
    await openConsole(PATH);
    await expect.element(memberItems).toBeVisible();
    await page.getByRole('button', { name: 'My calls' }).click();
    await expectQuery('GET /api/work_list/renewal').toMatchObject({ owner: 'me' });
    await expect.element(page.getByRole('button', { name: 'My calls' })).toHaveAttribute('aria-pressed', 'true');
    expect(location.search).toBe('?owner=me');
  });
});

describe('a list on paper and as a file', () => {
  test('is printed as a whole, with its name and what it omits', async () => {
    mockCallLists([firstMember], { total: 2, per_page: 1 });
    await openConsole(PATH);
    await expect.element(memberItems).toBeVisible();
    mockCallLists([firstMember, secondMember]);
    let printedText = '';
    const printSpy = vi.spyOn(window, 'print').mockImplementation(() => {
      const headingText = document.querySelector('main h2')?.parentElement?.textContent ?? '';
      printedText = `${headingText} / ${memberItems.elements().length}`;
    });
    onTestFinished(() => printSpy.mockRestore());
    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => printSpy.mock.calls.length).toBe(1);
    expect(printedText).toMatch(/^Renewals due.*All hotels · To call · 2 members \/ 2$/);
    expect((await waitForRequest('GET /api/work_list/renewal')).query).toEqual({ page: '1', per_page: '500' });
  });

  test('is saved with the filters and the order shown', async () => {
    mockCallLists([firstMember]);
    mockResponse('GET /api/work_list/renewal/export', () => new HttpResponse('csv'));
    await openConsole(`${PATH}?hotel_id=2&sort=price&calls=all`);
    await expect.element(memberItems).toBeVisible();
    const files = page.getByRole('group', { name: 'Call list as a file' });
    await files.getByRole('button', { name: 'Save as CSV' }).click();
    expect((await waitForRequest('GET /api/work_list/renewal/export')).query).toEqual({
      hotel_id: '2',
      calls: 'all',
      sort: 'price',
      format: 'csv',
    });
    await expect.element(files.getByRole('button', { name: 'Save as CSV' })).not.toHaveAttribute('aria-busy', 'true');
  });
});
