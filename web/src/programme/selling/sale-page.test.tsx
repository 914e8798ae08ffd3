// Core test: every sale.
import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './sale-page.stories.ts';

describe('a sale', () => {
  testInEveryLook(stories);
});
