import type { ResourceDefinition } from '@innkeeper/contract';
import { describe, expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectTranslated } from '../../testing/accessibility.ts';
import { type CheckContext, recordVariants, resourcesWhere, testEveryResource } from '../../testing/every-resource.ts';
import type { Look } from '../../testing/variants.ts';
import { mockNewMember } from '../../testing/new-member.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { waitUntilLoaded } from '../../testing/loading.ts';
import { row } from '../../testing/rows.ts';
import { displayName } from '../data/record.ts';

/** A mail that was sent through a relay and whose member has been deleted. */
const NOT_STORED = {
  is_as_sent: false,
  mail: null,
  problem: { en: 'The content of this email was not stored.', id: 'Isinya tidak disimpan.' },
};

const MAIL = { subject: 'Selamat', html: '<p>Selamat</p>', text: 'Selamat' };

/** Excludes single-screen resources: they have no page for a record. */
const WITH_RECORDS = resourcesWhere((d) => !d.single);

/** Opens the page of a record and returns its tabs. */
async function openRecord(d: ResourceDefinition, variant: Look): Promise<Locator[]> {
  const key = WITH_RECORDS.find((one) => one === d.key) ?? 'region';
  const record = row(key);
  setRecords(key, [record]);
  if (key === 'member') mockNewMember();
  if (key === 'mail_log') mockResponse('GET /api/mail_log/1/mail', { data: NOT_STORED });
  if (key === 'mail_template') mockResponse('POST /api/mail_language/1/preview', { data: MAIL });
  await openConsole(`${d.path}/1`, variant);
  await expect.element(page.getByRole('heading', { level: 1, name: displayName(d, record) })).toBeVisible();
  const labels = variant.language === 'id' ? 'Bagian data ini' : 'Sections of this record';
  return page.getByRole('tablist', { name: labels }).getByRole('tab').all();
}

/** Expects the tab to be selected and its content to be present. */
async function expectOpen(tab: Locator): Promise<Element> {
  await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  const panel = () => document.querySelector(`[role=tabpanel][aria-labelledby="${tab.element().id}"]`);
  await waitUntilLoaded(panel);
  return panel() ?? document.body;
}

describe('every resource', () => {
  testEveryResource(WITH_RECORDS, 'a record opens, with its data, history and lists', checkRecord, recordVariants);
});

async function checkRecord(d: ResourceDefinition, { variant, examine, turn }: CheckContext): Promise<void> {
  const [first, ...others] = await openRecord(d, variant);
  if (!first) throw new Error('The page has no tab');
  await expectOpen(first);
  await examine();
  for (const [at, tab] of others.entries()) {
    await tab.click();
    const panel = await expectOpen(tab);
    // Lists and histories look alike everywhere, and lists have their own tests, so examine one in three.
    if ((turn + at) % 3 === 0) await examine(panel);
    else expectTranslated();
  }
}
