import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './aside-pages.stories.ts';

describe('a page beside the work:', () => {
  testInEveryLook(stories);
});
