import { describe } from 'vitest';
import { testInEveryVariant } from '../testing/variants.ts';
import { stories } from './public-pages.stories.ts';

describe('a page for users who are not signed in', () => {
  testInEveryVariant(stories);
});
