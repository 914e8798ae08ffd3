import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { createAuthenticator, findStep } from './second-factor.ts';

/** RFC 6238, appendix B, for SHA-1; the last six of the eight digits. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const toDate = (seconds: number) => new Date(seconds * 1000);

describe('a code of the app', () => {
  test.each(VECTORS)('matches RFC 6238 at second %i', (seconds, code) => {
    expect(findStep(SECRET, code, toDate(seconds))).toBe(Math.floor(seconds / 30));
    expect(findStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, toDate(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('is accepted from a phone whose clock differs by at most one step', () => {
    for (const [seconds, code] of VECTORS.slice(1)) {
      const step = Math.floor(seconds / 30);
      const acceptedSteps = [-2, -1, 0, 1, 2].map(
        (stepOffset) => findStep(SECRET, code, toDate(seconds - stepOffset * 30)) === step,
      );
      expect(acceptedSteps).toEqual([false, true, true, true, false]);
    }
  });

  test.each(['', '28708', '2870820', '28708a', '-28708', '２８７０８２', '94287082', '0x1234'])(
    'cannot be %j',
    (inputText) => {
      expect(findStep(SECRET, inputText, toDate(59))).toBeUndefined();
    },
  );

  test('can be generated from the QR code', () => {
    const uri = createAuthenticator(SECRET, 'sari & co').toString();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Innkeeper:sari%20%26%20co\?/);
    expect(Object.fromEntries(new URL(uri).searchParams)).toEqual({
      issuer: 'Innkeeper',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(new TOTP({ secret: createAuthenticator(SECRET).secret }).generate({ timestamp: 59_000 })).toBe('287082');
  });
});
