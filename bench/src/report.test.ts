import { expect, test } from 'vitest';
import { replaceChapter, replaceTable } from './report.ts';

const RESULTS = '# Results\n\n| a |\n\n## Every request\n\n| b |\n\n## Against a peer\n\n| c |\n';

test('a run replaces its chapter of the results and leaves the others', () => {
  expect(replaceChapter(RESULTS, 'Every request', '| new |\n')).toBe(RESULTS.replace('| b |', '| new |'));
  expect(replaceChapter(RESULTS, 'Against a peer', '| new |\n')).toBe(RESULTS.replace('| c |', '| new |'));
});

test('a new chapter is added at the end', () => {
  expect(replaceChapter('# Results\n\n| a |\n', 'Against a peer', '| c |\n')).toBe(
    '# Results\n\n| a |\n\n## Against a peer\n\n| c |\n',
  );
});

test('a new table leaves every chapter', () => {
  expect(replaceTable(RESULTS, '# Results\n\n| new |\n')).toBe(RESULTS.replace('| a |', '| new |'));
});
