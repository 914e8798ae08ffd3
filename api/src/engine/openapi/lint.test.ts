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
  const reportedProblems = problems.filter(({ ignored }) => !ignored);
  expect(
    reportedProblems.map(
      ({ ruleId, message, location: [position] }) => `${ruleId}: ${message} ${position?.pointer ?? ''}`,
    ),
  ).toEqual([]);
  // The ignored problems still exist; a file beside this one lists them with the reason.
  expect(problems.length).toBeGreaterThan(0);
});

test('no report key equals the last segment of a report record path', () => {
  const endings = Object.keys(document.paths).flatMap((path) => /^\/api\/report\/\{id\}\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(endings).toContain('history');
  expect(endings.filter((end) => Object.hasOwn(REPORT_TABLES, end))).toEqual([]);
});
