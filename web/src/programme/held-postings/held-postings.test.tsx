import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./post-dialog.tsx'), import('./dismiss.ts'), import('./held-posting-page.tsx')]));

const POST = 'POST /api/held_posting/post';
const DISMISS = 'POST /api/held_posting/dismiss';
const WORDS = {
  en: {
    post: 'Post as a visit…',
    right: 'The right member',
    day: 'The right day',
    send: 'Post',
    many: 'Post',
  },
  id: {
    post: 'Catat sebagai kunjungan…',
    right: 'Anggota yang benar',
    day: 'Tanggal yang benar',
    send: 'Catat',
    many: 'Catat',
  },
} as const;
const words = WORDS.en;
const dialog = page.getByRole('dialog');

const bill = (id: number, values: object = {}) =>
  row('held_posting', id, {
    reference_no: `POS3-2011${id}`,
    state: 'waiting',
    reason: 'unknown_card',
    card_no: '4000 1000',
    member_id: null,
    member: null,
    visit_id: null,
    visit: null,
    dismiss_reason: null,
    ...values,
  });
const posted = (id: number) => ({
  id,
  reference_no: `POS3-2011${id}`,
  outcome: 'posted',
  visit: { id: 70 + id, visit_no: `V0000007${id}` },
  error: null,
});
const refused = (id: number, errors: object) => ({
  id,
  reference_no: `POS3-2011${id}`,
  outcome: 'refused',
  visit: null,
  error: { error: 'validation_failed', message: 'Please correct the marked fields.', errors, request_id: 'r' },
});
const lines = (...data: object[]) => HttpResponse.json({ data, meta: { posted: 0, refused: 0 } });

beforeEach(() => {
  keepRecords('held_posting', [bill(1), bill(2), bill(3, { state: 'posted', visit_id: 73 })]);
  keepRecords('member', [row('member', 6, { first_name: 'Citra', last_name: 'Dewi' })]);
});

async function chooseCitra(label: string = words.right): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).fill('Citra');
  await page.getByRole('option', { name: 'Citra' }).click();
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
}

describe('a held bill', () => {
  test('is posted to the right member, and says as which visit', async () => {
    answer(POST, () => lines(posted(1)));
    await openConsole('/finance/held-posting/1');
    await page.getByRole('button', { name: words.post }).click();
    await expect.element(dialog).toHaveAccessibleName('Post bill POS3-20111');
    await chooseCitra();
    await expectAccessible();
    await dialog.getByRole('button', { name: words.send }).click();
    await expect.element(page.getByText('Bill POS3-20111 was posted as V00000071.')).toBeVisible();
    const { body, headers } = await sent(POST);
    expect(body).toEqual({ ids: [1], member_id: 6, visit_date: null, remark: null });
    expect(headers.get('Idempotency-Key')).toMatch(/\S{20}/);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('that is refused says why at its field, and can be put right there', async () => {
    answer(POST, () => lines(refused(1, { member_id: ['Please fill this in.'], remark: ['Say why.'] })));
    await openConsole('/finance/held-posting/1');
    await page.getByRole('button', { name: words.post }).click();
    await dialog.getByRole('button', { name: words.send }).click();
    await expect
      .element(dialog.getByRole('combobox', { name: words.right }))
      .toHaveAccessibleDescription(expect.stringContaining('Please fill this in.'));
    await expect
      .element(dialog.getByRole('textbox', { name: 'Remark' }))
      .toHaveAccessibleDescription(expect.stringContaining('Say why.'));
    answer(POST, () => lines(posted(1)));
    await chooseCitra();
    await dialog.getByRole('button', { name: words.send }).click();
    await expect.element(page.getByText('Bill POS3-20111 was posted as V00000071.')).toBeVisible();
  });

  test('is dismissed with a reason', async () => {
    answer(DISMISS, () => HttpResponse.json({ data: { dismissed: 1 } }));
    await openConsole('/finance/held-posting/1');
    await page.getByRole('button', { name: 'Dismiss…' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox').fill('Card of another programme');
    await question.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByText('1 bill dismissed.')).toBeVisible();
    expect((await sent(DISMISS)).body).toEqual({ ids: [1], reason: 'Card of another programme' });
  });

  test('that is posted, or is only looked at, is not decided about', async () => {
    await openConsole('/finance/held-posting/3');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.post })).not.toBeInTheDocument();
    await openConsole('/finance/held-posting/1', { user: { roles: ['VIEW_VISIT', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.post })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Dismiss…' })).not.toBeInTheDocument();
  });
});

describe('many held bills', () => {
  const choose = async (many: string = words.many) => {
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).click();
    await boxes.nth(2).click();
    await page.getByRole('button', { name: many, exact: true }).click();
  };

  test('are posted together, and the refusals of some are told', async () => {
    answer(POST, () => lines(posted(1), refused(2, { member_id: ['Please fill this in.'] })));
    await openConsole('/finance/held-posting');
    await choose();
    await expect.element(dialog).toHaveAccessibleName('Post 2 held bills');
    await dialog.getByRole('button', { name: words.send }).click();
    await expect.element(dialog).toHaveAccessibleName('Some stay held');
    await expect.element(dialog.getByText('1 bill is a visit now.')).toBeVisible();
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('POS3-20112');
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Member: Please fill this in.');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(page.getByRole('region', { name: 'Selected records' })).not.toBeInTheDocument();
    expect(await requests(POST)).toHaveLength(1);
  });

  test('are not offered to who may only look', async () => {
    await openConsole('/finance/held-posting', { user: { roles: ['VIEW_VISIT', 'VIEW_DASHBOARD'] } });
    await page.getByRole('checkbox').nth(1).click();
    await expect.element(page.getByRole('region', { name: 'Selected records' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.many, exact: true })).not.toBeInTheDocument();
  });
});

for (const { language, theme, width, height } of LOOKS)
  test(`a held bill can be posted by everybody: ${language}, ${theme}, ${width} px`, async () => {
    await page.viewport(width, height);
    answer(POST, () => lines(posted(1)));
    await openConsole('/finance/held-posting/1', { language, theme });
    await expectAccessible();
    await page.getByRole('button', { name: WORDS[language].post }).click();
    await chooseCitra(WORDS[language].right);
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await dialog.getByRole('button', { name: WORDS[language].send }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
