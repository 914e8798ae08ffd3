import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { testSeed } from '@innkeeper/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';
import { createForeignWorkbook, textCell } from './foreign-files-helpers.ts';
import { guardFormula } from './formula-guard.ts';
import { readTable } from './table.ts';
import { createWorkbook } from './xlsx-write.ts';

/** A cell of a foreign workbook as XML, and the text that is read from it: null if it must be rejected. */
interface ForeignCell {
  readonly xml: string;
  readonly text: string | null;
  readonly value?: string;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const pick = (...cells: readonly ForeignCell[]) => fc.constantFrom(...cells);

const foreignText = fc
  .string({ unit: fc.constantFrom('a', 'é', '😀', '&', '<', '"', ' ', '1', ',', '-', '='), minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() !== '')
  .chain((text) =>
    pick(
      ...[
        `<c t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`,
        `<c t="inlineStr"><is><r><t>${escape(text)}</t></r><rPh><t>no</t></rPh></is></c>`,
        `<c t="str"><f>A1</f><v>${escape(text)}</v></c>`,
      ].map((xml) => ({ xml, text: text.trim() })),
    ),
  );

const foreignDigits = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 19 }))
  .chain(([first, rest]) => {
    const digits = `${first}${rest}`;
    const text = digits.length > 15 ? null : digits;
    const exponent = `${first}.${rest || '0'}E${rest.length}`;
    return pick(...[digits, `${digits}.0`, exponent].map((value) => ({ xml: `<c><v>${value}</v></c>`, text })));
  });

const foreignDecimal = fc
  .integer({ min: 1, max: 99_999_999 })
  .filter((cents) => cents % 100 !== 0)
  .chain((cents) => {
    const text = String(cents / 100);
    // As a spreadsheet writes it: all 17 digits of the binary fraction.
    const values = [text, (cents / 100).toPrecision(17)];
    return pick(...values.map((value) => ({ xml: `<c><v>${value}</v></c>`, text, value: text })));
  });

const foreignDay = fc.integer({ min: 61, max: 2_958_465 }).map((serial): ForeignCell => {
  const text = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);
  return { xml: `<c s="1"><v>${serial}</v></c>`, text, value: `${text} 00:00:00` };
});

const otherCells = pick(
  ...['<c/>', '<c t="s"/>', '<c t="s"><v/></c>', '<c s="1"/>', '<c t="b"><v></v></c>'].map((xml) => ({
    xml,
    text: '',
  })),
  ...['<c t="e"><v>#REF!</v></c>', '<c><f>A1</f></c>', '<c t="s"><v>9</v></c>', '<c s="1"><v>0</v></c>'].map((xml) => ({
    xml,
    text: null,
  })),
  { xml: '<c t="b"><v>1</v></c>', text: 'TRUE', value: '1' },
);

const foreignTable = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(
    fc.array(fc.oneof(foreignText, foreignDigits, foreignDecimal, foreignDay, otherCells), {
      minLength: width,
      maxLength: width,
    }),
    { minLength: 1, maxLength: 6 },
  ),
);

test('each cell of a foreign workbook is read with its value, or rejected', async () => {
  await fc.assert(
    fc.asyncProperty(foreignTable, async (rows) => {
      const headings = (rows[0] ?? []).map((_, i) => textCell(`H${i}`));
      const table = await readTable({
        bytes: createForeignWorkbook({
          rows: [headings, ...rows.map((row) => row.map(({ xml }) => xml)), [textCell('last')]]
            .map((cells, i) => `<row r="${i + 1}">${cells.join('')}</row>`)
            .join(''),
          texts: '<si><t>First name</t></si>',
          formats: ['dd/mm/yyyy'],
        }),
        headingRow: 1,
      });
      for (const [n, row] of rows.entries()) {
        const found = table.rows.find(({ row }) => row === n + 2);
        for (const [i, { xml, text, value }] of row.entries()) {
          expect(found?.problems?.has(i) ?? false, xml).toBe(text === null);
          if (text !== null) expect(found?.cells[i] ?? '', xml).toBe(text);
          if (text !== null) expect(found?.typed?.get(i)?.text, xml).toBe(value);
        }
      }
    }),
    { seed: testSeed(), numRuns: 150 },
  );
});

const ANY_TEXT = fc
  .string({ unit: fc.constantFrom(...`,;|\t\r\n"' =+-@_é😀#`, 'a', '1', 'E', '\r\n'), maxLength: 8 })
  .map((text) => text.trim());
const anyTable = fc
  .integer({ min: 2, max: 4 })
  .chain((width) =>
    fc.array(fc.array(ANY_TEXT, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );

/** Expects each row with texts, and each text unless its cell is rejected. */
async function expectRows(bytes: Buffer, rows: readonly (readonly string[])[]): Promise<void> {
  const table = await readTable({ bytes, headingRow: 1 });
  const expectedRows = [...rows, ['last']].filter((row) => row.some((text) => text !== ''));
  expect(table.rows.length).toBe(expectedRows.length);
  for (const [n, row] of expectedRows.slice(0, -1).entries()) {
    const { cells = [], problems, misfit } = table.rows[n] ?? {};
    expect(misfit).toBeUndefined();
    for (const [i, text] of row.entries()) if (!problems?.has(i)) expect(cells[i] ?? '').toBe(text);
  }
}

const headingsOf = (rows: readonly (readonly string[])[]) => (rows[0] ?? []).map((_, i) => `H${i}`);

test('each cell of our own files is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, async (rows) => {
      const headings = headingsOf(rows);
      const lastRow = headings.map((_, i) => (i === 0 ? 'last' : ''));
      const lines = [headings, ...rows, lastRow].map((row) => row.map(guardFormula));
      await expectRows(Buffer.from(`\ufeff${csvLines(lines)}`), rows);
      const columns = headings.map((heading) => ({ heading, kind: 'text' as const, width: 100 }));
      const sheetRows = [...rows, lastRow].map((row) => row.map((text) => (text === '' ? null : text)));
      await expectRows(await buffer(createWorkbook(columns, Readable.from([sheetRows]))), rows);
    }),
    { seed: testSeed(), numRuns: 100 },
  );
});

test('each cell of a foreign CSV file is read, whatever its separators, line ends and encoding', async () => {
  const form = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnds: fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 3, maxLength: 3 }),
    isQuoted: fc.boolean(),
    isDeclared: fc.boolean(),
    encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
  });
  await fc.assert(
    fc.asyncProperty(anyTable, form, async (rows, { delimiter, lineEnds, isQuoted, isDeclared, encoding }) => {
      const toCell = (text: string) =>
        isQuoted || /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      const lines = [headingsOf(rows), ...rows.map((row) => row.map(guardFormula))].map((row) =>
        row.map(toCell).join(delimiter),
      );
      const last = ['last', ...headingsOf(rows).slice(1).fill('')].map(toCell).join(delimiter);
      const declaration = isDeclared ? `sep=${delimiter}\r\n` : '';
      const body = [...lines, last].map((line, i) => line + (lineEnds[i % 3] ?? '\n')).join('');
      // A CR and an LF of different rows would be one line end.
      fc.pre(!/\r\n/.test(body.replace(/"[^"]*"/g, '')) || !lineEnds.includes('\r'));
      await expectRows(Buffer.from(`\ufeff${declaration}${body}`, encoding), rows);
    }),
    { seed: testSeed(), numRuns: 200 },
  );
});
