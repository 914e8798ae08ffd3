import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { type ServerFacts, serverWarnings, warningsOf } from './server-warnings.ts';
import { createTestDatabase } from './testing.ts';

const GOOD_FACTS: ServerFacts = {
  settings: {
    fsync: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    max_connections: '100',
    shared_buffers: '32768',
    max_wal_size: '2048',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
  },
  encoding: 'UTF8',
  ctype: 'C.UTF-8',
  is_pooled: false,
};
const CONNECTIONS = 14;
const withSetting = (name: string, value: string): ServerFacts => ({
  ...GOOD_FACTS,
  settings: { ...GOOD_FACTS.settings, [name]: value },
});

test('a well-configured server causes no warning', () => {
  expect(warningsOf(GOOD_FACTS, CONNECTIONS)).toEqual([]);
});

const FLAWED_FACTS: readonly [string, ServerFacts][] = [
  ['fsync', withSetting('fsync', 'off')],
  ['full_page_writes', withSetting('full_page_writes', 'off')],
  ['autovacuum', withSetting('autovacuum', 'off')],
  ['max_connections', withSetting('max_connections', '20')],
  ['shared_buffers', withSetting('shared_buffers', '16384')],
  ['max_wal_size', withSetting('max_wal_size', '1024')],
  ['log_min_error_statement', withSetting('log_min_error_statement', 'error')],
  ['log_error_verbosity', withSetting('log_error_verbosity', 'default')],
  ['log_statement', withSetting('log_statement', 'all')],
  ['encoding', { ...GOOD_FACTS, encoding: 'SQL_ASCII' }],
  ['lc_ctype', { ...GOOD_FACTS, ctype: 'C' }],
  ['pooler', { ...GOOD_FACTS, is_pooled: true }],
];

test.each(FLAWED_FACTS)('a warning reports %s in one line, and docs/operations.md lists it', (name, facts) => {
  const [line, ...extraLines] = warningsOf(facts, CONNECTIONS);
  expect(line).toContain(name);
  expect(line).not.toContain('\n');
  expect(extraLines).toEqual([]);
  expect(readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')).toContain(name);
});

test('the warnings are based on the settings of the real server', async () => {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url });
  onTestFinished(() => db.close().then(drop));
  const warnings = await serverWarnings(db, 1_000_000);
  expect(warnings.some((line) => line.includes('max_connections'))).toBe(true);
  expect(warnings.some((line) => line.includes('encoding'))).toBe(false);
});
