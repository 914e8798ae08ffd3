import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './work-list-page.stories.ts';

describe('work lists', () => {
  testInEveryLook(stories);
});
