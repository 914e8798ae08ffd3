import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './report-page.stories.ts';

describe('a report', () => {
  testInEveryLook(stories);
});
