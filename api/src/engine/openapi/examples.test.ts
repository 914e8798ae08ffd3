import { expect, test } from 'vitest';
import { openApiDocument } from '../../document.ts';
import { type Document, callsOf } from '../../testing/document.ts';
import { exampleFaults } from '../../testing/example-faults.ts';
import { readExamples } from './examples.ts';

const document = openApiDocument() as unknown as Document; // the same document, as tests walk it
const examples = readExamples();

test('each call of the document has an example that a test has run, and that is as the call is described', () => {
  const faults = callsOf(document).flatMap((call) => {
    const name = `${call.method} ${call.path}`;
    return exampleFaults(call, examples[name], document).map((fault) => `${name}: ${fault}`);
  });
  expect(faults, 'EXAMPLES=1 npx vitest run <the tests of the call>, then npm run format').toEqual([]);
});

test('no example is of a call that is gone', () => {
  const names = new Set(callsOf(document).map(({ method, path }) => `${method} ${path}`));
  expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
});
