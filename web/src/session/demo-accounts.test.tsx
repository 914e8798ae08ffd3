import { describe } from 'vitest';
import { testInEveryLook } from '../testing/looks.ts';
import { stories } from './demo-accounts.stories.ts';

describe('the sign-in', () => {
  testInEveryLook(stories);
});
