import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './search-page.stories.ts';

describe('the search for guests', () => {
  testInEveryVariant(stories);
});
