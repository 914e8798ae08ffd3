import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK, type UserValues } from '../../testing/fixtures.ts';
import { expectRows } from '../../testing/lists.ts';
import { CAN_RENEW } from '../../testing/member-eligibility.ts';
import { mockMember } from '../../testing/member-overview.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockSalesReport } from '../../testing/report-run.ts';
import { row } from '../../testing/rows.ts';
import { listPageKeyHints } from '../../ui/page-keys.ts';
import { CHAPTERS } from './guide.ts';

const articles = CHAPTERS.flatMap((chapter) => chapter.articles);
const articlesWithKeys = articles.filter(({ keys }) => keys.length > 0).map(({ id }) => id);

interface Opening {
  readonly path: string;
  readonly user?: UserValues;
  /** Defines the responses of the page. */
  readonly mockResponses?: () => void;
  /** Resolves once the page handles its keys. */
  readonly ready: () => Promise<void>;
}

const expectText = (text: string) => expect.element(page.getByText(text).first()).toBeVisible();
const openReport: Opening = {
  path: '/report/plus',
  mockResponses: () => mockSalesReport(5),
  ready: () => expectText('T00001001'),
};

/** The pages with the keys of each article. One report stands for all, because they are one page. */
const OPENINGS: Readonly<Record<string, Opening>> = {
  lists: { path: '/company/member', ready: () => expectRows(3) },
  records: {
    path: '/system/region/1',
    ready: async () => expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible(),
  },
  member_page: {
    path: '/company/member/5',
    mockResponses: () => mockMember({ may: CAN_RENEW }),
    ready: async () => expect.element(page.getByRole('button', { name: 'Renew 1' })).toBeVisible(),
  },
  quick_visit: {
    path: '/finance/visit/quick?member_id=7',
    user: FRONT_DESK,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(deskGuest());
    },
    ready: () => expectText('Ratna Kusuma'),
  },
  redeem: {
    path: '/finance/voucher-redeem/wizard/7',
    user: FRONT_DESK,
    mockResponses: () => {
      mockOneHotel();
      mockDesk(deskGuest());
    },
    ready: () => expectText('Birthday cake'),
  },
  term_end: {
    path: '/company/term-end/3',
    mockResponses: () =>
      setRecords('term_end', [
        row('term_end', 3, { decision: 'open', member: { id: 13, name: 'Citra Dewi' }, locked_reason: null }),
      ]),
    ready: () => expectText('Keep tier'),
  },
};

test('every article with keys has its page here', () => {
  expect(articlesWithKeys.filter((id) => !(id in OPENINGS) && !id.endsWith('-report'))).toEqual([]);
});

for (const id of articlesWithKeys)
  test(`the keys in the article ${id} work on its page, with the same effect`, async () => {
    const { path, user = {}, mockResponses, ready } = OPENINGS[id] ?? openReport;
    mockResponses?.();
    await openConsole(path, { user });
    await ready();
    for (const { key, label } of articles.find((article) => article.id === id)?.keys ?? []) {
      const hint = () => listPageKeyHints().find((candidate) => candidate.key === key)?.label;
      // A digit’s effect depends on the record, and the search is named after the list.
      if (/^\d$/.test(key) || (id === 'lists' && key === '/')) await expect.poll(hint, { message: key }).toBeDefined();
      else await expect.poll(hint, { message: key }).toBe(label.en);
    }
  });
