import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, recordsOf, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { createdNowValues, row } from '../../testing/rows.ts';

const PATH = '/company/work-list/expiring';
const LOG_CALL = 'POST /api/member_call';
const [firstMember, secondMember, thirdMember] = [memberToCall(1), memberToCall(2), memberToCall(3)];
const memberItems = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
const logCallButton = page.getByRole('button', { name: 'Log call' });
const dialog = page.getByRole('dialog');
const reachedOption = dialog.getByRole('radio', { name: 'Reached' });
const saveButton = page.getByRole('button', { name: 'Save call' });
const lastQuery = async () => (await waitForRequest('GET /api/work_list/expiring')).query;
const LABELS = {
  en: { note: 'Log call', declined: 'Declined', save: 'Save call', text: 'Note', missing: 'This field is required.' },
  id: {
    note: 'Catat panggilan',
    declined: 'Menolak',
    save: 'Simpan panggilan',
    text: 'Catatan',
    missing: 'Isian ini wajib diisi.',
  },
};

describe('logging a call', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`stores outcome and note, and the member leaves: ${language}, ${theme}, ${width} px`, async () => {
      const {
        note: logLabel,
        declined: declinedLabel,
        save: saveLabel,
        text: noteLabel,
        missing: requiredText,
      } = LABELS[language];
      await page.viewport(width, height);
      mockCallLists([firstMember, secondMember]);
      await openConsole(PATH, { language, theme });
      const buttons = page.getByRole('button', { name: logLabel });
      await expect.poll(() => buttons.elements().length).toBe(2);
      await buttons.first().click();
      await expect.element(dialog).toHaveAccessibleName(new RegExp(firstMember.member.name));
      await page.getByRole('button', { name: saveLabel }).click();
      await expect.element(dialog.getByText(requiredText)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectTextsToFit([language]);
      await dialog.getByRole('radio', { name: declinedLabel }).click();
      await dialog.getByRole('textbox', { name: noteLabel }).fill(' Pindah ke luar kota ');
      mockCallLists([secondMember]);
      await page.getByRole('button', { name: saveLabel }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.poll(() => buttons.elements().length).toBe(1);
      const { body, headers } = await waitForRequest(LOG_CALL);
      expect(body).toEqual({
        member_id: 1,
        work_list: 'expiring',
        outcome: 'declined',
        note: 'Pindah ke luar kota',
        call_back_on: null,
      });
      expect(headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
      expect(await findRequests(LOG_CALL)).toHaveLength(1);
    });

  test('offers undo in its notification, which deletes the call', async () => {
    mockCallLists([firstMember, secondMember]);
    mockResponse(LOG_CALL, { data: recordsOf('member_call')[0] });
    await openConsole(PATH);
    await logCallButton.first().click();
    await expect.element(reachedOption).toHaveFocus();
    await userEvent.keyboard('2');
    await saveButton.click();
    await expect.element(page.getByText(`Call with ${firstMember.member.name} logged.`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText(`Call with ${firstMember.member.name} deleted.`)).toBeVisible();
    await waitForRequest('DELETE /api/member_call/1');
  });

  test('can be undone by its author for some minutes without delete permission', async () => {
    mockCallLists([firstMember, secondMember]);
    mockResponse(LOG_CALL, { data: row('member_call', 1, createdNowValues()) });
    await openConsole(PATH, { user: { roles: ['VIEW_MEMBER', 'STORE_MEMBER'] } });
    await logCallButton.first().click();
    await expect.element(reachedOption).toHaveFocus();
    await userEvent.keyboard('2');
    await saveButton.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForRequest('DELETE /api/member_call/1');
  });

  test('works by keyboard alone, and the focus moves to the next member', async () => {
    mockCallLists([firstMember, secondMember, thirdMember]);
    await openConsole(PATH);
    await expect.element(memberItems.nth(2)).toBeVisible();
    logCallButton.first().element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(logCallButton.nth(1)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(reachedOption).toHaveFocus();
    await userEvent.keyboard('6');
    await expect.element(dialog.getByRole('radio', { name: 'Wrong number' })).toBeChecked();
    mockCallLists([firstMember, thirdMember]);
    await userEvent.keyboard('{Enter}');
    expect((await waitForRequest(LOG_CALL)).body).toMatchObject({ member_id: 2, outcome: 'wrong_number' });
    await expect.poll(() => memberItems.elements().length).toBe(2);
    await expect.element(logCallButton.nth(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(reachedOption).toHaveFocus();
    await userEvent.keyboard('3');
    await expect.element(dialog.getByRole('textbox', { name: 'Call back on' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
    await expect
      .poll(async () => (await waitForRequest(LOG_CALL)).body)
      .toMatchObject({ member_id: 1, outcome: 'call_back', call_back_on: tomorrow });
  });

  test('is stored once: a request without a response is resent with the same key', async () => {
    mockCallLists([firstMember]);
    await openConsole(PATH);
    await logCallButton.click();
    await expect.element(reachedOption).toHaveFocus();
    await userEvent.keyboard('2');
    mockResponse(LOG_CALL, () => rejection(503, 'unavailable'));
    await saveButton.click();
    await expect.element(page.getByText('The server says unavailable.')).toBeVisible();
    mockResponse(LOG_CALL, { data: recordsOf('member_call')[0] });
    await saveButton.click();
    await expect.element(dialog).not.toBeInTheDocument();
    const [firstRequest, retryRequest, ...otherRequests] = await findRequests(LOG_CALL);
    expect(otherRequests).toEqual([]);
    expect(retryRequest?.body).toEqual(firstRequest?.body);
    expect(retryRequest?.headers.get('idempotency-key')).toBe(firstRequest?.headers.get('idempotency-key'));
  });
});

describe('a member to call', () => {
  test('is shown on a desktop with the full card number, phone and WhatsApp links', async () => {
    const card = { id: 1, sbec_no: '0000544237235251', end_date: '2026-12-21' };
    mockCallLists([memberToCall(1, { card, membership: { id: 1, name: 'Sahabat Utama' } })]);
    await openConsole(PATH);
    await expect.element(page.getByText('Sahabat Utama · JKM')).toBeVisible();
    const cardText = page.getByText('0000544237235251');
    await expect.element(cardText).toBeVisible();
    const { scrollWidth, clientWidth } = cardText.element();
    expect(scrollWidth).toBe(clientWidth);
  });

  test('has the reason, links to call and renew, and the last call', async () => {
    const lastCall = {
      id: 1,
      at: '2026-04-05 09:00:00',
      by: { id: 1, name: 'Sari Wulandari' },
      work_list: null,
    } as const;
    mockCallLists([
      firstMember,
      { ...secondMember, last_call: { ...lastCall, outcome: 'declined', note: 'Pindah', call_back_on: null } },
    ]);
    await openConsole(PATH);
    await expect.element(memberItems.first()).toMatchTextContent('ends in 5 days');
    await expect.element(memberItems.first()).toMatchTextContent('Not contacted');
    await expect
      .element(memberItems.first().getByRole('link', { name: /^Call / }))
      .toHaveAttribute('href', 'tel:+6281155500001');
    const whatsAppLink = { name: `Message ${firstMember.member.name} on WhatsApp` };
    await expect
      .element(memberItems.first().getByRole('link', whatsAppLink))
      .toHaveAttribute('href', 'https://wa.me/6281155500001');
    await expect
      .element(memberItems.first().getByRole('link', { name: /^Renew / }))
      .toHaveAttribute('href', '/finance/transaction/wizard?type=2&member_id=1');
    await expect.element(memberItems.nth(1)).toMatchTextContent('Declined');
    await expect.element(memberItems.nth(1)).toMatchTextContent('Pindah');
    await logCallButton.first().click();
    await expect.element(dialog.getByRole('link', whatsAppLink)).toHaveAttribute('href', 'https://wa.me/6281155500001');
  });

  test('can be filtered by name, days ahead, and time since the last call', async () => {
    mockCallLists([firstMember]);
    await openConsole(PATH);
    await expect.element(memberItems).toBeVisible();
    expect(await lastQuery()).toEqual({ page: '1', days: '30' });
    await page.getByRole('radio', { name: '60 days' }).click();
    await expect.poll(lastQuery).toEqual({ page: '1', days: '60' });
    await page.getByRole('radio', { name: 'No call in 7 days' }).click();
    await expect.poll(lastQuery).toEqual({ page: '1', days: '60', not_called: '7' });
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect.poll(lastQuery).toEqual({ page: '1', days: '60', calls: 'all' });
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('nobody');
    await expect.poll(lastQuery).toEqual({ page: '1', days: '60', calls: 'all', search: 'nobody' });
    await expect.element(page.getByText('No matches in this list')).toBeVisible();
    expect(location.search).toBe('?days=60&calls=all&search=nobody');
  });

  test('is in one of five lists, each with its number of members', async () => {
    mockCallLists([firstMember]);
    await openConsole('/company/work-list');
    const tabs = page.getByRole('navigation', { name: 'Call lists' });
    await expect.element(tabs.getByRole('link', { name: /^Expiring soon/ })).toMatchTextContent('1,000+');
    expect(tabs.getByRole('link').elements()).toHaveLength(5);
    await tabs.getByRole('link', { name: /^Expiring soon/ }).click();
    await expect.poll(() => location.pathname).toBe(PATH);
    await expect.element(tabs.getByRole('link', { name: /^Expiring soon/ })).toHaveAttribute('aria-current', 'page');
  });
});
