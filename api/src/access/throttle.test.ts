import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../platform/http/network.ts';
import { PASSWORD, type TestServer, createTestServer } from '../account/server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let addresses = 0;
/** Each test uses its own address. */
const newAddress = () => `10.0.${(addresses += 1)}.1`;
const attempt = (username: string, password: string, remoteAddress: string) =>
  server.token({ grant_type: 'password', client_id: '1', username, password }, { remoteAddress });

async function failTimes(times: number, username: string, address: string): Promise<void> {
  for (let i = 0; i < times; i++) expect((await attempt(username, 'wrong', address)).statusCode).toBe(400);
}

describe('an account', () => {
  test('waits after five failures, twice as long after each more, even with the right password', async () => {
    const { username, email } = await server.createUser();
    const address = newAddress();
    await failTimes(5, username, address);
    for (const wait of [30, 60, 120]) {
      const early = await attempt(email, PASSWORD, address);
      expect([early.statusCode, early.headers['retry-after'], early.json().error]).toEqual([
        429,
        String(wait),
        'too_many_requests',
      ]);
      expect(early.json().message).toBe('Too Many Requests, please try again..');
      server.clock.advance(wait - 1);
      const stillThrottled = await attempt(username, PASSWORD, address);
      expect([stillThrottled.statusCode, stillThrottled.headers['retry-after']]).toEqual([429, '1']);
      server.clock.advance(1);
      await failTimes(1, username, address);
    }
  });

  test('waits whatever address the next attempt comes from', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, newAddress());
    expect((await attempt(username, PASSWORD, newAddress())).statusCode).toBe(429);
  });

  test('resets its failures after the right password', async () => {
    const { username } = await server.createUser();
    const address = newAddress();
    await failTimes(4, username, address);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(200);
    await failTimes(5, username, address);
    expect((await attempt(username, PASSWORD, newAddress())).statusCode).toBe(429);
  });

  test('never waits longer than an hour', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, newAddress());
    const waits: number[] = [];
    for (let further = 0; further < 10; further++) {
      const wait = Number((await attempt(username, PASSWORD, newAddress())).headers['retry-after']);
      waits.push(wait);
      server.clock.advance(wait);
      await failTimes(1, username, newAddress());
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  test('waits no longer than an hour if the clock was set back', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, newAddress());
    server.clock.advance(-7 * 86_400);
    const early = await attempt(username, PASSWORD, newAddress());
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '3600']);
    server.clock.advance(7 * 86_400);
  });

  test('is forgiven one failure each hour', async () => {
    const { username } = await server.createUser();
    const address = newAddress();
    await failTimes(4, username, address);
    server.clock.advance(3599);
    await failTimes(1, username, address);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(429);
    // The wait itself does not count towards forgiveness.
    server.clock.advance(30 + 2 * 3600);
    await failTimes(2, username, address);
    expect((await attempt(username, PASSWORD, address)).headers['retry-after']).toBe('30');
    server.clock.advance(30 + 5 * 3600);
    await failTimes(4, username, address);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(200);
  });

  test('waits alike whether or not it exists', async () => {
    const address = newAddress();
    await failTimes(5, 'no.such.person', address);
    const early = await attempt('NO.such.person', PASSWORD, address);
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
  });

  test('checks exactly five of thirty concurrent wrong attempts, and all right ones', async () => {
    const { username } = await server.createUser();
    const wrong = await Promise.all(Array.from({ length: 30 }, () => attempt(username, 'wrong', newAddress())));
    expect(wrong.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([
      ...Array(5).fill(400),
      ...Array(25).fill(429),
    ]);
    const other = await server.createUser();
    const right = await Promise.all(Array.from({ length: 12 }, () => attempt(other.username, PASSWORD, newAddress())));
    expect(right.map((response) => response.statusCode)).toEqual(Array(12).fill(200));
  });

  test('waits on every server', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, newAddress());
    const secondServer = await server.createSecondServer();
    const response = await secondServer.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: { grant_type: 'password', client_id: '1', username, password: PASSWORD },
      remoteAddress: newAddress(),
    });
    expect(response.statusCode).toBe(429);
  });
});

describe('a network from which a user signed in before', () => {
  /** A user who signed in once from this address, which the whole front office shares. */
  async function exhaustAddress() {
    const address = newAddress();
    const person = await server.createUser();
    expect((await attempt(person.username, PASSWORD, address)).statusCode).toBe(200);
    return { ...person, address };
  }

  test('accepts the right password of its user while the address waits, but no other user', async () => {
    const { username, email, address } = await exhaustAddress();
    for (let victim = 0; victim < 25; victim++) await attempt(`neighbour.${victim}`, 'wrong', address);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(200);
    expect((await attempt(email, PASSWORD, address)).statusCode).toBe(200);
    expect((await attempt((await server.createUser()).username, PASSWORD, address)).statusCode).toBe(429);
  });

  test('accepts the right password while the account waits for others, who keep waiting', async () => {
    const { username, address } = await exhaustAddress();
    await failTimes(5, username, newAddress());
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(200);
    const stranger = await attempt(username, PASSWORD, newAddress());
    expect([stranger.statusCode, stranger.headers['retry-after']]).toEqual([429, '30']);
  });

  test('returns the usual error for a wrong password, and waits after a hundred of them', async () => {
    const { username, address } = await exhaustAddress();
    await failTimes(5, username, address);
    await attempt(username, 'wrong', address);
    const { rowCount } = await server.db.pool.query(
      `update throttle set attempts = attempts + 98 where subject like 'known:%' and subject like '%' || $1`,
      [address],
    );
    expect(rowCount).toBe(1);
    const wrong = await attempt(username, 'wrong', address);
    expect([wrong.statusCode, wrong.headers['retry-after']]).toEqual([429, '30']);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(429);
    server.clock.advance(30);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(200);
  });

  test('is known on every server, as a network rather than a single address', async () => {
    const person = await server.createUser();
    expect((await attempt(person.username, PASSWORD, '2001:db8:77:1::5')).statusCode).toBe(200);
    await failTimes(5, person.username, newAddress());
    const secondServer = await server.createSecondServer();
    const payload = { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD };
    const url = '/oauth/token';
    const there = await secondServer.inject({ method: 'POST', url, payload, remoteAddress: '2001:db8:77:1:9::6' });
    expect(there.statusCode).toBe(200);
    const neighbour = await secondServer.inject({ method: 'POST', url, payload, remoteAddress: '2001:db8:77:2::5' });
    expect(neighbour.statusCode).toBe(429);
  });

  test('is not learned from failed attempts', async () => {
    const { username } = await server.createUser();
    const address = newAddress();
    await failTimes(5, username, address);
    expect((await attempt(username, PASSWORD, address)).statusCode).toBe(429);
  });
});

test('failed sign-ins by strangers do not stop a user from confirming their password', async () => {
  const person = await server.createUser();
  const { access_token } = await server.signIn(person);
  await failTimes(5, person.username, newAddress());
  const changed = await server.call(access_token, 'POST', '/api/user/password', {
    current_password: PASSWORD,
    password: 'eleven quiet herons',
    password_confirmation: 'eleven quiet herons',
  });
  expect(changed.statusCode, changed.body).toBe(200);
});

describe('an address', () => {
  test('never waits if its attempts fail every few minutes all day', async () => {
    const address = newAddress();
    for (let failure = 0; failure < 60; failure++) {
      await failTimes(1, `colleague.${failure}`, address);
      server.clock.advance(181);
    }
  });

  test('waits after twenty failures on any accounts; a success does not reset them', async () => {
    const address = newAddress();
    const { username } = await server.createUser();
    for (let victim = 0; victim < 19; victim++) await failTimes(1, `victim.${victim}`, address);
    expect((await attempt((await server.createUser()).username, PASSWORD, address)).statusCode).toBe(200);
    await failTimes(1, 'victim.20', address);
    const early = await attempt(username, PASSWORD, address);
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
    expect((await attempt(username, PASSWORD, newAddress())).statusCode).toBe(200);
    server.clock.advance(30);
    await failTimes(1, 'another.victim', address);
    expect((await attempt(username, PASSWORD, address)).headers['retry-after']).toBe('60');
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as network %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
