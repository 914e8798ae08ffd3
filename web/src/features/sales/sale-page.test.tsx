// Core test: every sale.
import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './sale-page.stories.ts';

describe('a sale', () => {
  testInEveryVariant(stories);
});
