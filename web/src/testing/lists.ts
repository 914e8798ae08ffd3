import type { ResourceKey } from '@innkeeper/contract';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { sent } from './requests.ts';

/** The records that a grid shows, without its head. */
export const gridRows = () =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^(Select (?!all)|Pilih (?!semua))/ }) });

export const expectRows = (count: number): Promise<void> =>
  expect.poll(() => gridRows().elements().length, { message: 'rows' }).toBe(count);

/** The list has been asked with just these filters, beside its search and its page. */
export const expectFilters = (key: ResourceKey, filters: Readonly<Record<string, string>>): Promise<void> =>
  expect
    .poll(async () => {
      const { query } = await sent(`GET /api/${key}`);
      return Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('filter[')));
    })
    .toEqual(filters);
