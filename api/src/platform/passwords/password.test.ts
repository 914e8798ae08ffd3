import { describe, expect, test } from 'vitest';
import { checkNewPassword, hashPassword, verifyPassword } from './password.ts';

const noUser = {};

describe('a new password', () => {
  test.each([
    'kopi susu gula aren',
    'sunny-lamp-91-river',
    'Tr0ub4dor&3xyz',
    '#4$%2@9!7&*(1',
    'x9#Kq!72$_1aB0',
    'seven brown otters',
    'kuda 🐴 terbang tinggi',
    '83920174856399201',
  ])('may be %s', (password) => expect(checkNewPassword(password, noUser)).toBeUndefined());

  test.each([
    'password1234',
    'P@ssw0rd1234',
    'p-a-s-s-w-o-r-d',
    'passwordpassword',
    'Password Password',
    '123456789012',
    '081234567890',
    'qwertyuiop12',
    'zaq12wsxcde3',
    '1q2w3e4r5t6y',
    'aaaaaaaaaaaa',
    'abababababab',
    'hotelhotelhotel',
    'innkeeper-demo',
    'welcome2024!',
    'iloveyou1234',
    'rahasiaku123',
    'Jakarta2026!!',
    'abcd1234efgh',
    'admin123admin',
  ])('may not be %s, which attackers try first', (password) => {
    expect(checkNewPassword(password, noUser)).toBe('common_password');
  });

  test('has 12 to 128 characters, with an emoji counting as one', () => {
    expect(checkNewPassword('x9#Kq!72$_1', noUser)).toBe('min_length:12');
    expect(checkNewPassword('🐴🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵', noUser)).toBe('min_length:12');
    expect(checkNewPassword('🐴🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔', noUser)).toBeUndefined();
    expect(checkNewPassword('lamp river sunny '.repeat(8).slice(0, 128), noUser)).toBeUndefined();
    expect(checkNewPassword('lamp river sunny '.repeat(8).slice(0, 129), noUser)).toBe('max_length:128');
  });

  test('does not consist of well-known details of its owner', () => {
    const owner = { name: 'Sari Wulandari', username: 'sari.w', email: 'sari.wulandari@laksmira.test' };
    for (const password of ['wulandari2026', 'Sari.Wulandari', 'sari.wulandari@laksmira.test', 'SariWulandari!1']) {
      expect(checkNewPassword(password, owner)).toBe('common_password');
    }
    expect(checkNewPassword('sari drives a small lorry', owner)).toBeUndefined();
  });

  test('has only characters that can be stored', () => {
    expect(checkNewPassword('seven brown\0 otters', noUser)).toBe('nul');
    expect(checkNewPassword('seven brown\ud83d otters', noUser)).toBe('nul');
  });
});

describe('a stored password', () => {
  test('uses argon2id with 19 MiB and two passes, with a different hash each time', async () => {
    const [firstHash, otherHash] = await Promise.all([
      hashPassword('seven brown otters'),
      hashPassword('seven brown otters'),
    ]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(firstHash).not.toBe(otherHash);
    expect(await verifyPassword(otherHash, 'seven brown otters')).toBe(true);
    expect(await verifyPassword(otherHash, 'seven brown otter')).toBe(false);
  });

  test('matches regardless of how accents are encoded', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9 au lait noir'), 'cafe\u0301 au lait noir')).toBe(true);
  });

  test('matches nothing if it does not exist', async () => {
    expect(await verifyPassword(undefined, 'seven brown otters')).toBe(false);
  });
});
