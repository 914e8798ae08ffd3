import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './report-page.stories.ts';

describe('a report', () => {
  testInEveryVariant(stories);
});
