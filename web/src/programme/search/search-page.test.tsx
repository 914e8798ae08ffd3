import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './search-page.stories.ts';

describe('the search for guests', () => {
  testInEveryLook(stories);
});
