import { type Label, type ResourceDefinition, renderedColumns } from '@innkeeper/contract';
import { describe, expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectTranslated } from '../../testing/accessibility.ts';
import { OTHER_PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { sent } from '../../testing/requests.ts';
import { deleted, row, rows } from '../../testing/rows.ts';
import { availableColumns } from '../data/list-columns.ts';
import { PAGES, testEveryResource } from '../../testing/every-resource.ts';

/** The headings of a list's default columns. A name shown in one column has a single heading. */
function titlesOf(d: ResourceDefinition): readonly Label[] {
  const shown = availableColumns(d).filter((c) => c.shown && !c.trash);
  const names = shown.map(({ column }) => column);
  const isWhole = renderedColumns(d, names).length > names.length;
  return shown.map(({ column, label }) =>
    isWhole && d.display.name.includes(column) ? { en: 'Name', id: 'Nama' } : label,
  );
}

describe('every resource', () => {
  testEveryResource(
    PAGES,
    'its list shows its records, and its trash those deleted',
    async (d, { variant, translate, examine, turn }) => {
      const key = PAGES.find((one) => one === d.key) ?? 'region';
      const deletedRow = deleted(row(key, 3));
      setRecords(key, [...rows(key, 2), deletedRow]);
      await openConsole(d.path, variant);
      const phone = variant.width < 768;
      const list = page.getByRole(phone ? 'list' : 'grid', { name: translate(d.labels), exact: true });
      // A locator that waits for a missing element dumps the whole page for its message, which is too slow for polling.
      const shown = () =>
        list
          .elements()
          .flatMap((one) => [...one.querySelectorAll('.list-body:not(.list-waiting) .list-row, :scope > li')]).length;

      await expect.poll(shown).toBe(2);
      if (!phone)
        for (const title of titlesOf(d))
          await expect.element(list.getByRole('columnheader', { name: translate(title) }).first()).toBeInTheDocument();
      await examine();

      const trash = page.getByRole('button', { name: variant.language === 'id' ? 'Tempat sampah' : 'Trash' });
      // Read-only lists, such as logs, have no delete.
      if (d.readOnly) return expect(trash.elements()).toEqual([]);
      await trash.click();
      await expect.poll(() => location.search).toContain('deleted=1');
      await expect.poll(shown).toBe(1);
      expect((await sent(`GET /api/${d.key}`)).query).toMatchObject({ deleted: '1', sort: '-deleted_at' });
      const last = phone ? list.getByRole('listitem').last() : list.getByRole('row').last();
      // No strike-through where every record is deleted.
      const name = () => last.element().querySelector(phone ? '.list-card-name' : '.list-name');
      const line = () => getComputedStyle(name() ?? document.body).textDecorationLine;
      await expect.poll(line).toBe('none');
      // Same list with other rows, so examine only every other resource.
      if (turn % 4 < 2) await examine();
      else expectTranslated();
    },
    () => OTHER_PAGE_VARIANTS,
  );
});
