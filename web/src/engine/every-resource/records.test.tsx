import type { ResourceDefinition } from '@innkeeper/contract';
import { describe, expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectTranslated } from '../../testing/accessibility.ts';
import { type CheckContext, recordVariants, resourcesWhere, testEveryResource } from '../../testing/every-resource.ts';
import type { Variant } from '../../testing/variants.ts';
import { mockNewMember } from '../../testing/new-member.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { waitUntilLoaded } from '../../testing/loading.ts';
import { row } from '../../testing/rows.ts';
import { displayName } from '../data/record.ts';

/** The response for a mail that a relay sent and whose member was deleted: its content is unknown. */
const UNSTORED_MAIL = {
  is_as_sent: false,
  mail: null,
  problem: { en: 'The content of this email was not stored.', id: 'Isinya tidak disimpan.' },
};

const MAIL_PREVIEW = { subject: 'Selamat', html: '<p>Selamat</p>', text: 'Selamat' };

/** Excludes single-screen resources: they have no page for a record. */
const KEYS_WITH_RECORDS = resourcesWhere((d) => !d.opensInDialog);

/** Opens the page of a record and returns its tabs. */
async function openRecord(d: ResourceDefinition, variant: Variant): Promise<Locator[]> {
  const key = KEYS_WITH_RECORDS.find((resourceKey) => resourceKey === d.key) ?? 'region';
  const record = row(key);
  setRecords(key, [record]);
  if (key === 'member') mockNewMember();
  if (key === 'mail_log') mockResponse('GET /api/mail_log/1/mail', { data: UNSTORED_MAIL });
  if (key === 'mail_template') mockResponse('POST /api/mail_language/1/preview', { data: MAIL_PREVIEW });
  await openConsole(`${d.path}/1`, variant);
  await expect.element(page.getByRole('heading', { level: 1, name: displayName(d, record) })).toBeVisible();
  const tablistName = variant.language === 'id' ? 'Bagian data ini' : 'Sections of this record';
  return page.getByRole('tablist', { name: tablistName }).getByRole('tab').all();
}

/** Expects the tab to be selected and its content to be present. */
async function expectOpenTab(tab: Locator): Promise<Element> {
  await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  const findPanel = () => document.querySelector(`[role=tabpanel][aria-labelledby="${tab.element().id}"]`);
  await waitUntilLoaded(findPanel);
  return findPanel() ?? document.body;
}

describe('every resource', () => {
  testEveryResource(
    KEYS_WITH_RECORDS,
    'the page of a record shows its data, history and lists',
    checkRecord,
    recordVariants,
  );
});

async function checkRecord(
  d: ResourceDefinition,
  { variant, checkAccessibility, resourceIndex }: CheckContext,
): Promise<void> {
  const [firstTab, ...otherTabs] = await openRecord(d, variant);
  if (!firstTab) throw new Error('The page has no tab');
  await expectOpenTab(firstTab);
  await checkAccessibility();
  for (const [tabIndex, tab] of otherTabs.entries()) {
    await tab.click();
    const panel = await expectOpenTab(tab);
    // Lists and histories look alike everywhere, and lists have their own tests, so axe checks one in three.
    if ((resourceIndex + tabIndex) % 3 === 0) await checkAccessibility(panel);
    else expectTranslated();
  }
}
