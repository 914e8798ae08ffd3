import { describe } from 'vitest';
import { testInEveryLook } from '../testing/looks.ts';
import { stories } from './guest-pages.stories.ts';

describe('a page for who has not signed in', () => {
  testInEveryLook(stories);
});
