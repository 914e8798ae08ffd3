import { describe } from 'vitest';
import { testInEveryVariant } from '../testing/variants.ts';
import { stories } from './demo-accounts.stories.ts';

describe('the sign-in', () => {
  testInEveryVariant(stories);
});
