import { type Label, type ResourceDefinition, renderedColumns } from '@innkeeper/contract';
import { describe, expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectTranslated } from '../../testing/accessibility.ts';
import { SWAPPED_PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { markDeleted, row, rows } from '../../testing/rows.ts';
import { availableColumns } from '../data/list-columns.ts';
import { PAGE_KEYS, testEveryResource } from '../../testing/every-resource.ts';

/** The headings of a list's default columns. A name shown in one column has a single heading. */
function defaultHeadings(d: ResourceDefinition): readonly Label[] {
  const visibleColumns = availableColumns(d).filter((column) => column.shown && !column.trash);
  const names = visibleColumns.map(({ column }) => column);
  const hasMergedName = renderedColumns(d, names).length > names.length;
  return visibleColumns.map(({ column, label }) =>
    hasMergedName && d.display.name.includes(column) ? { en: 'Name', id: 'Nama' } : label,
  );
}

describe('every resource', () => {
  testEveryResource(
    PAGE_KEYS,
    'the list shows the records, and the trash shows the deleted ones',
    async (d, { variant, translate, checkAccessibility, resourceIndex }) => {
      const key = PAGE_KEYS.find((resourceKey) => resourceKey === d.key) ?? 'region';
      const deletedRow = markDeleted(row(key, 3));
      setRecords(key, [...rows(key, 2), deletedRow]);
      await openConsole(d.path, variant);
      const isPhone = variant.width < 768;
      const list = page.getByRole(isPhone ? 'list' : 'grid', { name: translate(d.labels), exact: true });
      // A locator that waits for a missing element dumps the whole page for its message, which is too slow for polling.
      const countRows = () =>
        list
          .elements()
          .flatMap((element) => [...element.querySelectorAll('.list-body:not(.list-waiting) .list-row, :scope > li')])
          .length;

      await expect.poll(countRows).toBe(2);
      if (!isPhone)
        for (const title of defaultHeadings(d))
          await expect.element(list.getByRole('columnheader', { name: translate(title) }).first()).toBeInTheDocument();
      await checkAccessibility();

      const trash = page.getByRole('button', { name: variant.language === 'id' ? 'Tempat sampah' : 'Trash' });
      // Read-only lists, such as logs, have no delete.
      if (d.readOnly) return expect(trash.elements()).toEqual([]);
      await trash.click();
      await expect.poll(() => location.search).toContain('deleted=1');
      await expect.poll(countRows).toBe(1);
      expect((await waitForRequest(`GET /api/${d.key}`)).query).toMatchObject({ deleted: '1', sort: '-deleted_at' });
      const lastRow = isPhone ? list.getByRole('listitem').last() : list.getByRole('row').last();
      // No strike-through where every record is deleted.
      const findName = () => lastRow.element().querySelector(isPhone ? '.list-card-name' : '.list-name');
      const textDecoration = () => getComputedStyle(findName() ?? document.body).textDecorationLine;
      await expect.poll(textDecoration).toBe('none');
      // The same list with other rows, so axe checks only every other resource.
      if (resourceIndex % 4 < 2) await checkAccessibility();
      else expectTranslated();
    },
    () => SWAPPED_PAGE_VARIANTS,
  );
});
