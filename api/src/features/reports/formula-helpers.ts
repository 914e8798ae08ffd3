import type { Download } from '../../engine/import-export/table-helpers.ts';
import { readWorkbookPart } from './file-helpers.ts';

/** Evaluates the sums of a workbook's only sheet of rows as a spreadsheet does, with independent code. */

export interface EvaluatedFormula {
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

export async function evaluateFormulas(file: Pick<Download, 'bytes'>): Promise<readonly EvaluatedFormula[]> {
  const cells = new Map<string, Cell>();
  for (const [, address = '', content = ''] of (await readWorkbookPart(file, 'xl/worksheets/sheet1.xml')).matchAll(
    /<c r="([A-Z]+\d+)"[^>]*>(.*?)<\/c>/gs,
  )) {
    const [, formula] = /<f>(.*?)<\/f>/s.exec(content) ?? [];
    const [, text = ''] = /<(?:v|t)\b[^>]*>(.*?)<\/[vt]>/s.exec(content) ?? [];
    cells.set(address, { text, formula: formula?.replaceAll('&quot;', '"') });
  }
  const listRange = (range: string): readonly string[] => {
    const [, letters = '', from = '', to = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
    if (letters === '') throw new Error(`${range} is no range of one column`);
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letters}${Number(from) + i}`);
  };
  const numberAt = (address: string): number => Number(cells.get(address)?.text ?? 0) || 0;
  const calculate = (formula: string): number =>
    formula
      .split('+')
      .map((part) => {
        const [, argument] = /^SUBTOTAL\(9,(.*)\)$/.exec(part) ?? [];
        if (argument !== undefined)
          return listRange(argument)
            .filter((address) => !cells.get(address)?.formula?.startsWith('SUBTOTAL'))
            .reduce((sum, address) => sum + numberAt(address), 0);
        const [, criteriaRange = '', text = '', range = ''] = /^SUMIF\((.*),"(.*)",(.*)\)$/.exec(part) ?? [];
        if (range !== '')
          return listRange(range).reduce(
            (sum, address, i) =>
              sum + (cells.get(listRange(criteriaRange)[i] ?? '')?.text === text ? numberAt(address) : 0),
            0,
          );
        throw new Error(`No formula of this form is known: ${part}`);
      })
      .reduce((sum, part) => sum + part, 0);
  return [...cells.values()].flatMap(({ formula, text }) =>
    formula === undefined ? [] : [{ formula, result: calculate(formula), value: Number(text) }],
  );
}
