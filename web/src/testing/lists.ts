import type { ResourceKey } from '@innkeeper/contract';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { waitForRequest } from './requests.ts';

/** The rows of the records in a grid, without its header. */
export const gridRows = () =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^(Select (?!all)|Pilih (?!semua))/ }) });

export const expectRows = (count: number): Promise<void> =>
  expect.poll(() => gridRows().elements().length, { message: 'rows' }).toBe(count);

/** Expects that the last call of a list had exactly these filters. Its search and page are not compared. */
export const expectFilters = (key: ResourceKey, filters: Readonly<Record<string, string>>): Promise<void> =>
  expect
    .poll(async () => {
      const { query } = await waitForRequest(`GET /api/${key}`);
      return Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('filter[')));
    })
    .toEqual(filters);
