import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { expect, test } from 'vitest';
import { nameKey } from '../../engine/resources/notation.ts';
import { otherSpellings } from './spellings.ts';

test('an extra, missing, wrong or two swapped letters count as one mistake', () => {
  for (const searchText of ['wijya', 'wijaaya', 'wijaja', 'wjiaya', 'iwjaya', 'ijaya', 'wijay', 'wijayaa', 'wijaay'])
    expect(otherSpellings(searchText), searchText).toContain('wijaya');
  for (const searchText of ['wijaya', 'wjya', 'wijayati', 'jawiya', 'w'])
    expect(otherSpellings(searchText), searchText).not.toContain('wijaya');
});

test('handles extra, missing and wrong letters of other scripts', () => {
  expect(otherSpellings('𐐷ß李')).toEqual(expect.arrayContaining(['ß李', '𐐷李', 'ß𐐷李', '𐐷李ß', '𐐷ß']));
});

test('the server compares names exactly like the database', async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const names = [
    'José',
    'O’Brien-Ñandú',
    "D'Souza (Jr.)",
    'ÅSE',
    'Ha-eun',
    '李小龍',
    'สมชาย',
    'Đặng',
    'Müller-Weiß',
    'I.G.A. `Ayu´',
    'ŁÓDŹ',
    'ΣΟΦΙΑ',
  ];
  for (const name of names) {
    const { rows } = await db.pool.query('select search_name($1) as key', [name]);
    expect(nameKey(name), name).toBe(rows[0].key);
  }
  expect(names.map(nameKey)).toContain('obriennandu');
  await db.close();
  await database.drop();
});
