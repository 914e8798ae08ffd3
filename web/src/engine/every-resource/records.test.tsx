import type { ResourceDefinition } from '@innkeeper/contract';
import { describe, expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectTranslated } from '../../testing/accessibility.ts';
import { type Showing, looksOfRecord, pagesThat, testEveryResource } from '../../testing/every-resource.ts';
import type { Look } from '../../testing/looks.ts';
import { aNewMember } from '../../testing/new-member.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords } from '../../testing/played-server.ts';
import { hasLoaded } from '../../testing/quiet.ts';
import { row } from '../../testing/rows.ts';
import { displayName } from '../data/record.ts';

/** A mail that a relay carried, and whose member is gone. */
const NOT_KEPT = { is_as_sent: false, mail: null, problem: { en: 'It was not kept.', id: 'Isinya tidak disimpan.' } };

const MAIL = { subject: 'Selamat', html: '<p>Selamat</p>', text: 'Selamat' };

/** A resource that is a single screen has no page for a record. */
const WITH_RECORDS = pagesThat((d) => !d.single);

/** Opens the page of a record, and answers its tabs. */
async function openRecord(d: ResourceDefinition, look: Look): Promise<Locator[]> {
  const key = WITH_RECORDS.find((one) => one === d.key) ?? 'region';
  const record = row(key);
  keepRecords(key, [record]);
  if (key === 'member') aNewMember();
  if (key === 'mail_log') answer('GET /api/mail_log/1/mail', { data: NOT_KEPT });
  if (key === 'mail_template') answer('POST /api/mail_language/1/preview', { data: MAIL });
  await openConsole(`${d.path}/1`, look);
  await expect.element(page.getByRole('heading', { level: 1, name: displayName(d, record) })).toBeVisible();
  const words = look.language === 'id' ? 'Bagian data ini' : 'Parts of this record';
  return page.getByRole('tablist', { name: words }).getByRole('tab').all();
}

/** The tab is chosen, and its content is there. */
async function expectOpen(tab: Locator): Promise<Element> {
  await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  const panel = () => document.querySelector(`[role=tabpanel][aria-labelledby="${tab.element().id}"]`);
  await hasLoaded(panel);
  return panel() ?? document.body;
}

describe('every resource', () => {
  testEveryResource(WITH_RECORDS, 'a record opens, with its data, history and lists', showsRecord, looksOfRecord);
});

async function showsRecord(d: ResourceDefinition, { look, examine, turn }: Showing): Promise<void> {
  const [first, ...others] = await openRecord(d, look);
  if (!first) throw new Error('The page has no tab');
  await expectOpen(first);
  await examine();
  for (const [at, tab] of others.entries()) {
    await tab.click();
    const panel = await expectOpen(tab);
    // Lists and histories are the same wherever they stand, and lists have been examined on pages of their own: one in three.
    if ((turn + at) % 3 === 0) await examine(panel);
    else expectTranslated();
  }
}
