import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../document.ts';

/**
 * A report's name stands where a report's id does. The router takes the longer fixed part first, and ids are digits.
 */
const KNOWN = /^no-ambiguous-paths: .*`\/api\/report\/run\/\{name\}`/;

test('a linter of the field finds nothing in the document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config });
  const told = problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer ?? ''}`);
  expect(told.filter((one) => !KNOWN.test(one))).toEqual([]);
});
