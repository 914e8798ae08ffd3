import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { memberToCall, playWorkLists } from '../../testing/members-to-call.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, recordsOf, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';
import { justMade, row } from '../../testing/rows.ts';

const PATH = '/company/work-list/expiring';
const CALL = 'POST /api/member_call';
const [first, second, third] = [memberToCall(1), memberToCall(2), memberToCall(3)];
const rows = page.getByRole('list', { name: 'Members to call' }).getByRole('listitem');
const noteCall = page.getByRole('button', { name: 'Note call' });
const dialog = page.getByRole('dialog');
const reached = dialog.getByRole('radio', { name: 'Reached' });
const save = page.getByRole('button', { name: 'Save the call' });
const lastQuestion = async () => (await sent('GET /api/work_list/expiring')).query;
const words = {
  en: { note: 'Note call', declined: 'Declined', save: 'Save the call', text: 'Note', missing: 'Please fill this in.' },
  id: {
    note: 'Catat panggilan',
    declined: 'Menolak',
    save: 'Simpan panggilan',
    text: 'Catatan',
    missing: 'Mohon diisi.',
  },
};

describe('a call is noted', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`with its outcome and a note, and the member leaves: ${language}, ${theme}, ${width} px`, async () => {
      const { note, declined, save: saved, text, missing } = words[language];
      await page.viewport(width, height);
      playWorkLists([first, second]);
      await openConsole(PATH, { language, theme });
      const buttons = page.getByRole('button', { name: note });
      await expect.poll(() => buttons.elements().length).toBe(2);
      await buttons.first().click();
      await expect.element(dialog).toHaveAccessibleName(new RegExp(first.member.name));
      await page.getByRole('button', { name: saved }).click();
      await expect.element(dialog.getByText(missing)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectRoomForTexts([language]);
      await dialog.getByRole('radio', { name: declined }).click();
      await dialog.getByRole('textbox', { name: text }).fill(' Pindah ke luar kota ');
      playWorkLists([second]);
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

  test('and the message has the way back: the call is deleted', async () => {
    playWorkLists([first, second]);
    answer(CALL, { data: recordsOf('member_call')[0] });
    await openConsole(PATH);
    await noteCall.first().click();
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('2');
    await save.click();
    await expect.element(page.getByText(`The call with ${first.member.name} is noted.`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText(`The call with ${first.member.name} was deleted.`)).toBeVisible();
    await sent('DELETE /api/member_call/1');
  });

  test('and its author takes it back for some minutes, without the right to delete', async () => {
    playWorkLists([first, second]);
    answer(CALL, { data: row('member_call', 1, justMade()) });
    await openConsole(PATH, { user: { roles: ['VIEW_MEMBER', 'STORE_MEMBER'] } });
    await noteCall.first().click();
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('2');
    await save.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await sent('DELETE /api/member_call/1');
  });

  test('by keyboard alone, and the next member stands where the last one stood', async () => {
    playWorkLists([first, second, third]);
    await openConsole(PATH);
    await expect.element(rows.nth(2)).toBeVisible();
    noteCall.first().element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(noteCall.nth(1)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('6');
    await expect.element(dialog.getByRole('radio', { name: 'Wrong number' })).toBeChecked();
    playWorkLists([first, third]);
    await userEvent.keyboard('{Enter}');
    expect((await sent(CALL)).body).toMatchObject({ member_id: 2, outcome: 'wrong_number' });
    await expect.poll(() => rows.elements().length).toBe(2);
    await expect.element(noteCall.nth(1)).toHaveFocus();
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

  test('once: an answer that is lost is asked for again under the same key', async () => {
    playWorkLists([first]);
    await openConsole(PATH);
    await noteCall.click();
    await expect.element(reached).toHaveFocus();
    await userEvent.keyboard('2');
    answer(CALL, () => refusal(503, 'unavailable'));
    await save.click();
    await expect.element(page.getByText('The server says unavailable.')).toBeVisible();
    answer(CALL, { data: recordsOf('member_call')[0] });
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    const [lost, again, ...more] = await requests(CALL);
    expect(more).toEqual([]);
    expect(again?.body).toEqual(lost?.body);
    expect(again?.headers.get('idempotency-key')).toBe(lost?.headers.get('idempotency-key'));
  });
});

describe('a member to call', () => {
  test('is told by the whole number of their card on a desk, with telephone and WhatsApp beside', async () => {
    const card = { id: 1, sbec_no: '0000544237235251', end_date: '2026-12-21' };
    playWorkLists([memberToCall(1, { card, membership: { id: 1, name: 'Sahabat Utama' } })]);
    await openConsole(PATH);
    const line = page.getByText('Sahabat Utama · JKM · 0000544237235251');
    await expect.element(line).toBeVisible();
    const { scrollWidth, clientWidth } = line.element();
    expect(scrollWidth).toBe(clientWidth);
  });

  test('says why, is called and renewed by a link, and tells of the last call', async () => {
    const call = { id: 1, at: '2026-04-05 09:00:00', by: { id: 1, name: 'Sari Wulandari' }, work_list: null } as const;
    playWorkLists([
      first,
      { ...second, last_call: { ...call, outcome: 'declined', note: 'Pindah', call_back_on: null } },
    ]);
    await openConsole(PATH);
    await expect.element(rows.first()).toMatchTextContent('ends in 5 days');
    await expect.element(rows.first()).toMatchTextContent('Not called yet');
    await expect
      .element(rows.first().getByRole('link', { name: /^Call / }))
      .toHaveAttribute('href', 'tel:+6281155500001');
    const chat = { name: `Write to ${first.member.name} by WhatsApp` };
    await expect.element(rows.first().getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/6281155500001');
    await expect
      .element(rows.first().getByRole('link', { name: /^Renew / }))
      .toHaveAttribute('href', '/finance/transaction/wizard?type=2&member_id=1');
    await expect.element(rows.nth(1)).toMatchTextContent('Declined');
    await expect.element(rows.nth(1)).toMatchTextContent('Pindah');
    await noteCall.first().click();
    await expect.element(dialog.getByRole('link', chat)).toHaveAttribute('href', 'https://wa.me/6281155500001');
  });

  test('is asked for by name, days ahead, and how long ago the last call was', async () => {
    playWorkLists([first]);
    await openConsole(PATH);
    await expect.element(rows).toBeVisible();
    expect(await lastQuestion()).toEqual({ page: '1', days: '30' });
    await page.getByRole('radio', { name: '60 days' }).click();
    await expect.poll(lastQuestion).toEqual({ page: '1', days: '60' });
    await page.getByRole('radio', { name: 'No call for 7 days' }).click();
    await expect.poll(lastQuestion).toEqual({ page: '1', days: '60', not_called: '7' });
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect.poll(lastQuestion).toEqual({ page: '1', days: '60', calls: 'all' });
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('nobody');
    await expect.poll(lastQuestion).toEqual({ page: '1', days: '60', calls: 'all', search: 'nobody' });
    await expect.element(page.getByText('Nobody in this list fits')).toBeVisible();
    expect(location.search).toBe('?days=60&calls=all&search=nobody');
  });

  test('stands in one of five lists, each with how many wait there', async () => {
    playWorkLists([first]);
    await openConsole('/company/work-list');
    const tabs = page.getByRole('navigation', { name: 'Work lists' });
    await expect.element(tabs.getByRole('link', { name: /^Expiring soon/ })).toMatchTextContent('1,000+');
    expect(tabs.getByRole('link').elements()).toHaveLength(5);
    await tabs.getByRole('link', { name: /^Expiring soon/ }).click();
    await expect.poll(() => location.pathname).toBe(PATH);
    await expect.element(tabs.getByRole('link', { name: /^Expiring soon/ })).toHaveAttribute('aria-current', 'page');
  });
});
