import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './visit-page.stories.ts';

describe('posting a visit', () => {
  testInEveryLook(stories);
});
