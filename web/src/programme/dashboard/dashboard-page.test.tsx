import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './dashboard-page.stories.ts';

describe('the dashboard', () => {
  testInEveryLook(stories);
});
