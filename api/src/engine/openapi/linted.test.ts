import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { REPORT_TABLES } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../document.ts';

const FOLDER = join(import.meta.dirname, 'linter');
const document = openApiDocument();

test('a linter of the field finds nothing in the document, but two addresses that it cannot tell apart', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: join(FOLDER, 'openapi.json'),
    config: await loadConfig({ configPath: join(FOLDER, 'redocly.yaml') }),
  });
  const told = problems.filter(({ ignored }) => !ignored);
  expect(told.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer ?? ''}`)).toEqual([]);
  // What it is told to pass over is still there, and stands in a file beside this one with the reason.
  expect(problems.length).toBeGreaterThan(0);
});

test('no report is called as an address of a report’s record ends', () => {
  const ends = Object.keys(document.paths).flatMap((path) => /^\/api\/report\/\{id\}\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(ends).toContain('history');
  expect(ends.filter((end) => Object.hasOwn(REPORT_TABLES, end))).toEqual([]);
});
