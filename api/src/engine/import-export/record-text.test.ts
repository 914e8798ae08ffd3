import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { parseRecord } from './record-text.ts';

const { db } = await startTestApp();

/** Values with characters that matter to the text of a record, and any others that PostgreSQL stores. */
const value = fc.oneof(
  fc.constant(null),
  fc.string({ unit: fc.constantFrom(...`,()"\\ \t\r\n`, 'a', 'é', '😀', '\u00a0', '\u0085'), maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !text.includes('\0')),
);

test('reads the values of a record from its text, whatever their characters', async () => {
  const rowsArbitrary = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 200, maxLength: 200 });
  for (const rows of fc.sample(rowsArbitrary, { numRuns: 10, seed: testSeed(3) })) {
    const storedTexts = await sql<{ text: string; one: string }>`
      select r::text as text, one::text as one
      from (select t.row ->> 0 as a, t.row ->> 1 as b, t.row ->> 2 as c
          from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality t (row, n) order by n offset 0) r,
           lateral (select r.b) one`.execute(db.kysely);
    expect(storedTexts.rows.map(({ text }) => parseRecord(text))).toEqual(rows);
    expect(storedTexts.rows.map(({ one: item }) => parseRecord(item))).toEqual(rows.map(([, b]) => [b]));
  }
});
