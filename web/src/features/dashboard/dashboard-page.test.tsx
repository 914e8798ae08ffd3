import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './dashboard-page.stories.ts';

describe('the dashboard', () => {
  testInEveryVariant(stories);
});
