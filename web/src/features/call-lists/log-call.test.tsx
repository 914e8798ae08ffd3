import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, recordsOf, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { justCreated, row } from '../../testing/rows.ts';

const PATH = '/company/work-list/expiring';
const CALL = 'POST /api/member_call';
const [first, second, third] = [memberToCall(1), memberToCall(2), memberToCall(3)];
const rows = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
const logCallButton = page.getByRole('button', { name: 'Log call' });
const dialog = page.getByRole('dialog');
const reached = dialog.getByRole('radio', { name: 'Reached' });
const save = page.getByRole('button', { name: 'Save call' });
const lastQuery = async () => (await sent('GET /api/work_list/expiring')).query;
const formatted = {
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
      const { note, declined, save: saved, text, missing } = formatted[language];
      await page.viewport(width, height);
      mockCallLists([first, second]);
      await openConsole(PATH, { language, theme });
      const buttons = page.getByRole('button', { name: note });
      await expect.poll(() => buttons.elements().length).toBe(2);
      await buttons.first().click();
      await expect.element(dialog).toHaveAccessibleName(new RegExp(first.member.name));
      await page.getByRole('button', { name: saved }).click();
      await expect.element(dialog.getByText(missing)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectTextsToFit([language]);
      await dialog.getByRole('radio', { name: declined }).click();
      await dialog.getByRole('textbox', { name: text }).fill(' Pindah ke luar kota ');
      mockCallLists([second]);
      await page.getByRole('button', { name: saved }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.poll(() => buttons.elements().length).toBe(1);
      const { body, headers } = await sent(CALL);
      expect(body).toEqual({
        member_id: 1,
        work_list: 'expiring',
        outcome: 'declined',
        note: 'Pindah ke luar kota',
        call_back_on: null,
      });
      expect(headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
      expect(await requests(CALL)).toHaveLength(1);
    });

  test('offers undo in its notification, which deletes the call', async () => {
    mockCallLists([first, second]);
    mockResponse(CALL, { data: recordsOf('member_call')[0] });
    await openConsole(PATH);
    await logCallButton.first().click();
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('2');
    await save.click();
    await expect.element(page.getByText(`Call with ${first.member.name} logged.`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText(`Call with ${first.member.name} deleted.`)).toBeVisible();
    await sent('DELETE /api/member_call/1');
  });

  test('can be undone by its author for some minutes without delete permission', async () => {
    mockCallLists([first, second]);
    mockResponse(CALL, { data: row('member_call', 1, justCreated()) });
    await openConsole(PATH, { user: { roles: ['VIEW_MEMBER', 'STORE_MEMBER'] } });
    await logCallButton.first().click();
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('2');
    await save.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await sent('DELETE /api/member_call/1');
  });

  test('works by keyboard alone, and the focus moves to the next member', async () => {
    mockCallLists([first, second, third]);
    await openConsole(PATH);
    await expect.element(rows.nth(2)).toBeVisible();
    logCallButton.first().element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(logCallButton.nth(1)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('6');
    await expect.element(dialog.getByRole('radio', { name: 'Wrong number' })).toBeChecked();
    mockCallLists([first, third]);
    await userEvent.keyboard('{Enter}');
    expect((await sent(CALL)).body).toMatchObject({ member_id: 2, outcome: 'wrong_number' });
    await expect.poll(() => rows.elements().length).toBe(2);
    await expect.element(logCallButton.nth(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('3');
    await expect.element(dialog.getByRole('textbox', { name: 'Call back on' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
    await expect
      .poll(async () => (await sent(CALL)).body)
      .toMatchObject({ member_id: 1, outcome: 'call_back', call_back_on: tomorrow });
  });

  test('happens once: a lost response is requested again with the same key', async () => {
    mockCallLists([first]);
    await openConsole(PATH);
    await logCallButton.click();
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('2');
    mockResponse(CALL, () => rejection(503, 'unavailable'));
    await save.click();
    await expect.element(page.getByText('The server says unavailable.')).toBeVisible();
    mockResponse(CALL, { data: recordsOf('member_call')[0] });
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    const [lost, again, ...more] = await requests(CALL);
    expect(more).toEqual([]);
    expect(again?.body).toEqual(lost?.body);
    expect(again?.headers.get('idempotency-key')).toBe(lost?.headers.get('idempotency-key'));
  });
});

describe('a member to call', () => {
  test('is shown on a desktop with the full card number, phone and WhatsApp links', async () => {
    const card = { id: 1, sbec_no: '0000544237235251', end_date: '2026-12-21' };
    mockCallLists([memberToCall(1, { card, membership: { id: 1, name: 'Sahabat Utama' } })]);
    await openConsole(PATH);
    const line = page.getByText('Sahabat Utama · JKM · 0000544237235251');
    await expect.element(line).toBeVisible();
    const { scrollWidth, clientWidth } = line.element();
    expect(scrollWidth).toBe(clientWidth);
  });

  test('has the reason, links to call and renew, and the last call', async () => {
    const call = { id: 1, at: '2026-04-05 09:00:00', by: { id: 1, name: 'Sari Wulandari' }, work_list: null } as const;
    mockCallLists([
      first,
      { ...second, last_call: { ...call, outcome: 'declined', note: 'Pindah', call_back_on: null } },
    ]);
    await openConsole(PATH);
    await expect.element(rows.first()).toMatchTextContent('ends in 5 days');
    await expect.element(rows.first()).toMatchTextContent('Not contacted');
    await expect
      .element(rows.first().getByRole('link', { name: /^Call / }))
      .toHaveAttribute('href', 'tel:+6281155500001');
    const chat = { name: `Message ${first.member.name} on WhatsApp` };
    await expect.element(rows.first().getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/6281155500001');
    await expect
      .element(rows.first().getByRole('link', { name: /^Renew / }))
      .toHaveAttribute('href', '/finance/transaction/wizard?type=2&member_id=1');
    await expect.element(rows.nth(1)).toMatchTextContent('Declined');
    await expect.element(rows.nth(1)).toMatchTextContent('Pindah');
    await logCallButton.first().click();
    await expect.element(dialog.getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/6281155500001');
  });

  test('can be filtered by name, days ahead, and time since the last call', async () => {
    mockCallLists([first]);
    await openConsole(PATH);
    await expect.element(rows).toBeVisible();
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
    mockCallLists([first]);
    await openConsole('/company/work-list');
    const tabs = page.getByRole('navigation', { name: 'Call lists' });
    await expect.element(tabs.getByRole('link', { name: /^Expiring soon/ })).toMatchTextContent('1,000+');
    expect(tabs.getByRole('link').elements()).toHaveLength(5);
    await tabs.getByRole('link', { name: /^Expiring soon/ }).click();
    await expect.poll(() => location.pathname).toBe(PATH);
    await expect.element(tabs.getByRole('link', { name: /^Expiring soon/ })).toHaveAttribute('aria-current', 'page');
  });
});
