import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('attempts from $0 count for $1', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a request whose client has left has no address', () => {
  expect(networkOf(undefined)).toBe('unknown');
});
