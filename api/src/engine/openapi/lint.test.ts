import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { REPORT_TABLES } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../openapi-document.ts';

const FOLDER = join(import.meta.dirname, 'linter');
const document = openApiDocument();

test('a standard linter finds no problems in the document except two ambiguous paths', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: join(FOLDER, 'openapi.json'),
    config: await loadConfig({ configPath: join(FOLDER, 'redocly.yaml') }),
  });
  const reported = problems.filter(({ ignored }) => !ignored);
  expect(reported.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer ?? ''}`)).toEqual(
    [],
  );
  // The ignored problems still exist; a file beside this one lists them with the reason.
  expect(problems.length).toBeGreaterThan(0);
});

test('no report key equals the last segment of a report record path', () => {
  const ends = Object.keys(document.paths).flatMap((path) => /^\/api\/report\/\{id\}\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(ends).toContain('history');
  expect(ends.filter((end) => Object.hasOwn(REPORT_TABLES, end))).toEqual([]);
});
