import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { freezeTimers } from '../../testing/frozen-timers.ts';
import { setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { openPaletteAt, paletteInput, pressPaletteKeys } from '../../testing/palette.ts';
import { row } from '../../testing/rows.ts';
import { emulateSystem } from '../../testing/system.ts';
import { EXAMPLE_WORDS, GUEST_VERBS, parseVerb } from './guest-verbs.ts';

const placeholder = () => paletteInput.element().getAttribute('placeholder');
const setNewestMember = (): void =>
  setRecords('member', [row('member', 1, { first_name: 'Ratna', last_name: 'Kusuma' })]);

/** Waits for the first example. The response needs timers, but less time than an example is shown. */
const expectGuestExample = (advanceTimers: (milliseconds: number) => void): Promise<void> =>
  expect
    .poll(() => {
      advanceTimers(1);
      return placeholder();
    })
    .toBe('Try “kusuma”');

test.each(GUEST_VERBS)('the example of the verb %s is a verb that the palette knows', (verb) => {
  for (const word of Object.values(EXAMPLE_WORDS[verb]))
    expect(parseVerb(`${word} kusuma`)).toEqual({ verb, rest: 'kusuma' });
});

describe('the box of the palette', () => {
  test('shows examples with a guest of the reader, one after the other', async () => {
    setNewestMember();
    await openConsole('/dashboard', { user: FRONT_DESK });
    const advanceTimers = freezeTimers();
    await pressPaletteKeys();
    await expectGuestExample(advanceTimers);
    for (const example of ['redeem kusuma', 'renew kusuma', 'visit kusuma', 'call lists', 'new member', 'kusuma']) {
      advanceTimers(4000);
      await expect.poll(placeholder).toBe(`Try “${example}”`);
    }
  });

  test('keeps its first example for readers who prefer no motion', async () => {
    setNewestMember();
    await emulateSystem({ reducedMotion: 'reduce' });
    await openConsole('/dashboard', { user: FRONT_DESK });
    const advanceTimers = freezeTimers();
    await pressPaletteKeys();
    await expectGuestExample(advanceTimers);
    advanceTimers(60_000);
    await userEvent.keyboard('{ArrowDown}');
    expect(placeholder()).toBe('Try “kusuma”');
  });

  test('shows only examples that the reader has the rights for', async () => {
    await openPaletteAt('/dashboard', { user: { roles: ['VIEW_AUDIT'] } });
    await expect.poll(placeholder).toBe('Try “user guide”');
  });
});
