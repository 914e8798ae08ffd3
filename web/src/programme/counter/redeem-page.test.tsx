// Core test: every redemption.
import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './redeem-page.stories.ts';

describe('redeeming', () => {
  testInEveryLook(stories);
});
