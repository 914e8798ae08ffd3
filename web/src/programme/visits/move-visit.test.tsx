import type { Standing } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { STANDING } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords, recordsOf, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./move-dialog.tsx'), import('./visit-page.tsx')]));

const CALL = 'POST /api/visit/51/move';
const WORDS = {
  en: { move: 'Move to another member…', right: 'The right member', reason: 'Reason', send: 'Move the visit' },
  id: {
    move: 'Pindahkan ke anggota lain…',
    right: 'Anggota yang benar',
    reason: 'Alasan',
    send: 'Pindahkan kunjungan',
  },
} as const;

/** A visit of Bagus that was Citra's: once it is moved, he falls back to Silver. */
function playVisit(): void {
  keepRecords('visit', [row('visit', 51, { visit_no: 'VIS-0051', member_id: 5, member: { id: 5, name: 'Bagus' } })]);
  keepRecords('member', [
    row('member', 5, { first_name: 'Bagus', last_name: 'Santoso' }),
    row('member', 6, { first_name: 'Citra', last_name: 'Dewi' }),
  ]);
  let isMoved = false;
  const standing = (id: number, name: string, total: number): Standing => ({
    ...STANDING,
    member: { id, name },
    visits: { ...STANDING.visits, total },
  });
  answer('GET /api/member/5/standing', () =>
    HttpResponse.json({
      data: isMoved
        ? { ...standing(5, 'Bagus', 0), membership: { id: 1, name: 'Laksmira Silver', code: 'SLV' } }
        : standing(5, 'Bagus', 1),
    }),
  );
  answer('GET /api/member/6/standing', () => HttpResponse.json({ data: standing(6, 'Citra', isMoved ? 1 : 0) }));
  answer(CALL, () => {
    isMoved = true;
    return HttpResponse.json({ data: recordsOf('visit')[0] });
  });
}

const dialog = page.getByRole('dialog');
const words = WORDS.en;

async function fillIn({ right, reason } = words as (typeof WORDS)['en' | 'id']): Promise<void> {
  await dialog.getByRole('combobox', { name: right }).fill('Citra');
  await page.getByRole('option', { name: 'Citra' }).click();
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: reason }).fill('Wrong card read out');
}

describe('a visit of the wrong member', () => {
  test('is moved to the right one with a reason, and the standing of both is told', async () => {
    playVisit();
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: words.move }).click();
    await expect.element(dialog).toHaveAccessibleName('Move visit VIS-0051');
    await fillIn();
    await expectAccessible();
    await dialog.getByRole('button', { name: words.send }).click();
    await expect.element(dialog).toHaveAccessibleName('Visit VIS-0051 was moved');
    const told = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
    await expect.element(told('Bagus')).toMatchTextContent('0 visits count now');
    await expect.element(told('Bagus')).toMatchTextContent('The level changed from Laksmira Gold to Laksmira Silver.');
    await expect.element(told('Citra')).toMatchTextContent('1 visit counts now');
    await expect.element(told('Citra')).not.toMatchTextContent('The level changed');
    await expectAccessible();
    const { body, headers } = await sent(CALL);
    expect(body).toEqual({ member_id: 6, remark: 'Wrong card read out' });
    expect(headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(dialog.getByRole('button', { name: 'Close' }).last()).toHaveFocus();
  });

  test('is not moved without a member and a reason, nor to its present member', async () => {
    playVisit();
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: words.move }).click();
    await dialog.getByRole('button', { name: words.send }).click();
    await expect.poll(() => dialog.getByText('Please fill this in.').elements().length).toBe(2);
    await dialog.getByRole('combobox', { name: words.right }).fill('a');
    await expect.element(page.getByRole('option', { name: 'Citra' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Bagus' })).not.toBeInTheDocument();
    expect(await requests(CALL)).toEqual([]);
  });

  test('that the server does not move says why at its field', async () => {
    playVisit();
    answer(CALL, () => refusal(422, 'validation_failed', { errors: { member_id: ['same_member'] } }));
    await openConsole('/finance/visit/51');
    await page.getByRole('button', { name: words.move }).click();
    await fillIn();
    await dialog.getByRole('button', { name: words.send }).click();
    await expect
      .element(dialog.getByRole('combobox', { name: words.right }))
      .toHaveAccessibleDescription(expect.stringContaining('The visit is this member’s already.'));
  });

  test('is not moved by who may not change visits', async () => {
    playVisit();
    await openConsole('/finance/visit/51', { user: { roles: ['VIEW_VISIT', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: 'VIS-0051', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.move })).not.toBeInTheDocument();
  });

  for (const { language, theme, width, height } of LOOKS)
    test(`can be moved by everybody: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      playVisit();
      await openConsole('/finance/visit/51', { language, theme });
      await page.getByRole('button', { name: WORDS[language].move }).click();
      await fillIn(WORDS[language]);
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await dialog.getByRole('button', { name: WORDS[language].send }).click();
      await expect.element(dialog.getByRole('listitem')).toHaveLength(2);
      await expectAccessible();
    });
});
