import { expect, test } from 'vitest';
import { replaceValues, parseLog } from './statement-log.ts';

const linePrefix = '2026-11-21 04:52:17.367 UTC [8137] ';

test('a log is parsed into statements with their names, lines and values', () => {
  const log = [
    `${linePrefix}LOG:  statement: begin`,
    `${linePrefix}LOG:  execute nk_1: select *`,
    '\tfrom member',
    '\t\twhere last_name = $1 and id = any($2)',
    `${linePrefix}DETAIL:  Parameters: $1 = 'O''Neil, $2', $2 = '{7}', $3 = NULL`,
    `${linePrefix}LOG:  execute <unnamed>: select 1`,
    `${linePrefix}LOG:  checkpoint starting: time`,
    '',
  ].join('\n');
  expect(parseLog(log)).toEqual([
    { name: undefined, sql: 'begin', values: [] },
    {
      name: 'nk_1',
      sql: 'select *\nfrom member\n\twhere last_name = $1 and id = any($2)',
      values: ["O'Neil, $2", '{7}', null],
    },
    { name: undefined, sql: 'select 1', values: [] },
  ]);
});

test('values are replaced only where they stand alone, also in an array', () => {
  const statement = { name: undefined, sql: '', values: ['7', '{7}', '77', '{7,8}', null] };
  expect(replaceValues(statement, ['7'], ['9']).values).toEqual(['9', '{9}', '77', '{7,8}', null]);
});
