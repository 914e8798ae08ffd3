import { type Label, type ResourceDefinition, drawnColumns } from '@innkeeper/contract';
import { describe, expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectTranslated } from '../../testing/accessibility.ts';
import { OTHER_LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';
import { deleted, row, rows } from '../../testing/rows.ts';
import { availableColumns } from '../data/list-columns.ts';
import { PAGES, testEveryResource } from '../../testing/every-resource.ts';

/** Over each column of a list as it comes; a name that stands as a whole is no part of it. */
function titlesOf(d: ResourceDefinition): readonly Label[] {
  const shown = availableColumns(d).filter((c) => c.shown && !c.trash);
  const names = shown.map(({ column }) => column);
  const isWhole = drawnColumns(d, names).length > names.length;
  return shown.map(({ column, label }) =>
    isWhole && d.display.name.includes(column) ? { en: 'Name', id: 'Nama' } : label,
  );
}

describe('every resource', () => {
  testEveryResource(
    PAGES,
    'its list shows its records, and its trash those deleted',
    async (d, { look, say, examine, turn }) => {
      const key = PAGES.find((one) => one === d.key) ?? 'region';
      const binned = deleted(row(key, 3));
      keepRecords(key, [...rows(key, 2), binned]);
      await openConsole(d.path, look);
      const phone = look.width < 768;
      const list = page.getByRole(phone ? 'list' : 'grid', { name: say(d.labels), exact: true });
      // Asked for one element that is not there yet, a locator writes down the whole page to say so: too slow to be asked often.
      const shown = () =>
        list
          .elements()
          .flatMap((one) => [...one.querySelectorAll('.list-body:not(.list-waiting) .list-row, :scope > li')]).length;

      await expect.poll(shown).toBe(2);
      if (!phone)
        for (const title of titlesOf(d))
          await expect.element(list.getByRole('columnheader', { name: say(title) }).first()).toBeInTheDocument();
      await examine();

      const trash = page.getByRole('button', { name: look.language === 'id' ? 'Tempat sampah' : 'Trash' });
      // Nobody deletes from a list of what was done.
      if (d.readOnly) return expect(trash.elements()).toEqual([]);
      await trash.click();
      await expect.poll(() => location.search).toContain('deleted=1');
      await expect.poll(shown).toBe(1);
      expect((await sent(`GET /api/${d.key}`)).query).toMatchObject({ deleted: '1', sort: '-deleted_at' });
      const last = phone ? list.getByRole('listitem').last() : list.getByRole('row').last();
      // Nothing is struck out where everything is deleted.
      const name = () => last.element().querySelector(phone ? '.list-card-name' : '.list-name');
      const line = () => getComputedStyle(name() ?? document.body).textDecorationLine;
      await expect.poll(line).toBe('none');
      // The same list with other rows: of every other resource.
      if (turn % 4 < 2) await examine();
      else expectTranslated();
    },
    () => OTHER_LOOKS,
  );
});
