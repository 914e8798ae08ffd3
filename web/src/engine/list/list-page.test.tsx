// Core test: every list.
import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './list-page.stories.ts';

describe('a list', () => {
  testInEveryLook(stories);
});
