import type { Download } from '../../engine/import-export/table-helpers.ts';
import { partOf } from './file-helpers.ts';

/** Evaluates the sums of a workbook's only sheet of rows as a spreadsheet does, with independent code. */

export interface Calculated {
  readonly formula: string;
  /** The calculated result. */
  readonly result: number;
  /** The result stored in the file. */
  readonly value: number;
}

interface Cell {
  readonly text: string;
  readonly formula: string | undefined;
}

export async function calculated(file: Pick<Download, 'bytes'>): Promise<readonly Calculated[]> {
  const cells = new Map<string, Cell>();
  for (const [, at = '', inside = ''] of (await partOf(file, 'xl/worksheets/sheet1.xml')).matchAll(
    /<c r="([A-Z]+\d+)"[^>]*>(.*?)<\/c>/gs,
  )) {
    const [, formula] = /<f>(.*?)<\/f>/s.exec(inside) ?? [];
    const [, text = ''] = /<(?:v|t)\b[^>]*>(.*?)<\/[vt]>/s.exec(inside) ?? [];
    cells.set(at, { text, formula: formula?.replaceAll('&quot;', '"') });
  }
  const inRange = (range: string): readonly string[] => {
    const [, letters = '', from = '', to = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
    if (letters === '') throw new Error(`${range} is no range of one column`);
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letters}${Number(from) + i}`);
  };
  const numberAt = (at: string): number => Number(cells.get(at)?.text ?? 0) || 0;
  const calculate = (formula: string): number =>
    formula
      .split('+')
      .map((part) => {
        const [, argument] = /^SUBTOTAL\(9,(.*)\)$/.exec(part) ?? [];
        if (argument !== undefined)
          return inRange(argument)
            .filter((at) => !cells.get(at)?.formula?.startsWith('SUBTOTAL'))
            .reduce((sum, at) => sum + numberAt(at), 0);
        const [, where = '', text = '', range = ''] = /^SUMIF\((.*),"(.*)",(.*)\)$/.exec(part) ?? [];
        if (range !== '')
          return inRange(range).reduce(
            (sum, at, i) => sum + (cells.get(inRange(where)[i] ?? '')?.text === text ? numberAt(at) : 0),
            0,
          );
        throw new Error(`No formula of this form is known: ${part}`);
      })
      .reduce((sum, part) => sum + part, 0);
  return [...cells.values()].flatMap(({ formula, text }) =>
    formula === undefined ? [] : [{ formula, result: calculate(formula), value: Number(text) }],
  );
}
