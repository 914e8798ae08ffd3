import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { expect, test } from 'vitest';
import { nameKey, otherSpellings } from './spellings.ts';

test('one mistake is a letter too many, one missing, a wrong one, or two that changed places', () => {
  for (const typed of ['wijya', 'wijaaya', 'wijaja', 'wjiaya', 'iwjaya', 'ijaya', 'wijay', 'wijayaa', 'wijaay'])
    expect(otherSpellings(typed), typed).toContain('wijaya');
  for (const typed of ['wijaya', 'wjya', 'wijayati', 'jawiya', 'w'])
    expect(otherSpellings(typed), typed).not.toContain('wijaya');
});

test('letters of other scripts count as one, and may be too many, missing or in each other’s place', () => {
  expect(otherSpellings('𐐷ß李')).toEqual(expect.arrayContaining(['ß李', '𐐷李', 'ß𐐷李', '𐐷李ß', '𐐷ß']));
});

test('names are compared alike by the program and by the database', async () => {
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
    const { rows } = await db.pool.query('select name_key($1) as key', [name]);
    expect(nameKey(name), name).toBe(rows[0].key);
  }
  expect(names.map(nameKey)).toContain('obriennandu');
  await db.close();
  await database.drop();
});
