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
const createAddress = () => `10.0.${(addresses += 1)}.1`;
const tryToSignIn = (username: string, password: string, remoteAddress: string) =>
  server.token({ grant_type: 'password', client_id: '1', username, password }, { remoteAddress });

async function failTimes(count: number, username: string, address: string): Promise<void> {
  for (let i = 0; i < count; i++) expect((await tryToSignIn(username, 'wrong', address)).statusCode).toBe(400);
}

describe('an account', () => {
  test('waits after five failures, twice as long after each more, even with the right password', async () => {
    const { username, email } = await server.createUser();
    const address = createAddress();
    await failTimes(5, username, address);
    for (const seconds of [30, 60, 120]) {
      const earlyReply = await tryToSignIn(email, PASSWORD, address);
      expect([earlyReply.statusCode, earlyReply.headers['retry-after'], earlyReply.json().error]).toEqual([
        429,
        String(seconds),
        'too_many_requests',
      ]);
      expect(earlyReply.json().message).toBe('Too Many Requests, please try again..');
      server.clock.advance(seconds - 1);
      const throttledReply = await tryToSignIn(username, PASSWORD, address);
      expect([throttledReply.statusCode, throttledReply.headers['retry-after']]).toEqual([429, '1']);
      server.clock.advance(1);
      await failTimes(1, username, address);
    }
  });

  test('waits whatever address the next attempt comes from', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, createAddress());
    expect((await tryToSignIn(username, PASSWORD, createAddress())).statusCode).toBe(429);
  });

  test('resets its failures after the right password', async () => {
    const { username } = await server.createUser();
    const address = createAddress();
    await failTimes(4, username, address);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(200);
    await failTimes(5, username, address);
    expect((await tryToSignIn(username, PASSWORD, createAddress())).statusCode).toBe(429);
  });

  test('never waits longer than an hour', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, createAddress());
    const waitSeconds: number[] = [];
    for (let attemptIndex = 0; attemptIndex < 10; attemptIndex++) {
      const seconds = Number((await tryToSignIn(username, PASSWORD, createAddress())).headers['retry-after']);
      waitSeconds.push(seconds);
      server.clock.advance(seconds);
      await failTimes(1, username, createAddress());
    }
    expect(waitSeconds).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  });

  test('waits no longer than an hour if the clock was set back', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, createAddress());
    server.clock.advance(-7 * 86_400);
    const earlyReply = await tryToSignIn(username, PASSWORD, createAddress());
    expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '3600']);
    server.clock.advance(7 * 86_400);
  });

  test('loses one counted failure per hour', async () => {
    const { username } = await server.createUser();
    const address = createAddress();
    await failTimes(4, username, address);
    server.clock.advance(3599);
    await failTimes(1, username, address);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(429);
    // The waiting time does not reduce the failure count.
    server.clock.advance(30 + 2 * 3600);
    await failTimes(2, username, address);
    expect((await tryToSignIn(username, PASSWORD, address)).headers['retry-after']).toBe('30');
    server.clock.advance(30 + 5 * 3600);
    await failTimes(4, username, address);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(200);
  });

  test('waits equally long whether or not it exists', async () => {
    const address = createAddress();
    await failTimes(5, 'no.such.person', address);
    const earlyReply = await tryToSignIn('NO.such.person', PASSWORD, address);
    expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '30']);
  });

  test('checks exactly five of thirty concurrent wrong attempts, and all right ones', async () => {
    const { username } = await server.createUser();
    const wrongReplies = await Promise.all(
      Array.from({ length: 30 }, () => tryToSignIn(username, 'wrong', createAddress())),
    );
    expect(wrongReplies.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([
      ...Array(5).fill(400),
      ...Array(25).fill(429),
    ]);
    const otherUser = await server.createUser();
    const correctReplies = await Promise.all(
      Array.from({ length: 12 }, () => tryToSignIn(otherUser.username, PASSWORD, createAddress())),
    );
    expect(correctReplies.map((response) => response.statusCode)).toEqual(Array(12).fill(200));
  });

  test('waits on every server', async () => {
    const { username } = await server.createUser();
    await failTimes(5, username, createAddress());
    const secondServer = await server.createSecondServer();
    const response = await secondServer.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: { grant_type: 'password', client_id: '1', username, password: PASSWORD },
      remoteAddress: createAddress(),
    });
    expect(response.statusCode).toBe(429);
  });
});

describe('a network from which a user signed in before', () => {
  /** A user who signed in once from this address, which the whole front office shares. */
  async function exhaustAddress() {
    const address = createAddress();
    const person = await server.createUser();
    expect((await tryToSignIn(person.username, PASSWORD, address)).statusCode).toBe(200);
    return { ...person, address };
  }

  test('accepts the right password of its user while the address waits, but no other user', async () => {
    const { username, email, address } = await exhaustAddress();
    for (let i = 0; i < 25; i++) await tryToSignIn(`neighbour.${i}`, 'wrong', address);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(200);
    expect((await tryToSignIn(email, PASSWORD, address)).statusCode).toBe(200);
    expect((await tryToSignIn((await server.createUser()).username, PASSWORD, address)).statusCode).toBe(429);
  });

  test('accepts the right password while other clients of the account must wait', async () => {
    const { username, address } = await exhaustAddress();
    await failTimes(5, username, createAddress());
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(200);
    const stranger = await tryToSignIn(username, PASSWORD, createAddress());
    expect([stranger.statusCode, stranger.headers['retry-after']]).toEqual([429, '30']);
  });

  test('returns the usual error for a wrong password, and waits after a hundred of them', async () => {
    const { username, address } = await exhaustAddress();
    await failTimes(5, username, address);
    await tryToSignIn(username, 'wrong', address);
    const { rowCount } = await server.db.pool.query(
      `update throttle set attempts = attempts + 98 where subject like 'known:%' and subject like '%' || $1`,
      [address],
    );
    expect(rowCount).toBe(1);
    const wrongReply = await tryToSignIn(username, 'wrong', address);
    expect([wrongReply.statusCode, wrongReply.headers['retry-after']]).toEqual([429, '30']);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(429);
    server.clock.advance(30);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(200);
  });

  test('is recognised on every server, as a network rather than a single address', async () => {
    const person = await server.createUser();
    expect((await tryToSignIn(person.username, PASSWORD, '2001:db8:77:1::5')).statusCode).toBe(200);
    await failTimes(5, person.username, createAddress());
    const secondServer = await server.createSecondServer();
    const payload = { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD };
    const url = '/oauth/token';
    const otherReply = await secondServer.inject({ method: 'POST', url, payload, remoteAddress: '2001:db8:77:1:9::6' });
    expect(otherReply.statusCode).toBe(200);
    const neighbour = await secondServer.inject({ method: 'POST', url, payload, remoteAddress: '2001:db8:77:2::5' });
    expect(neighbour.statusCode).toBe(429);
  });

  test('is not learned from failed attempts', async () => {
    const { username } = await server.createUser();
    const address = createAddress();
    await failTimes(5, username, address);
    expect((await tryToSignIn(username, PASSWORD, address)).statusCode).toBe(429);
  });
});

test('failed sign-ins by strangers do not stop a user from confirming their password', async () => {
  const person = await server.createUser();
  const { access_token } = await server.signIn(person);
  await failTimes(5, person.username, createAddress());
  const changeReply = await server.call(access_token, 'POST', '/api/user/password', {
    current_password: PASSWORD,
    password: 'eleven quiet herons',
    password_confirmation: 'eleven quiet herons',
  });
  expect(changeReply.statusCode, changeReply.body).toBe(200);
});

describe('an address', () => {
  test('never waits if its attempts fail every few minutes all day', async () => {
    const address = createAddress();
    for (let attemptIndex = 0; attemptIndex < 60; attemptIndex++) {
      await failTimes(1, `colleague.${attemptIndex}`, address);
      server.clock.advance(181);
    }
  });

  test('waits after twenty failures over all accounts, even with a success in between', async () => {
    const address = createAddress();
    const { username } = await server.createUser();
    for (let i = 0; i < 19; i++) await failTimes(1, `victim.${i}`, address);
    expect((await tryToSignIn((await server.createUser()).username, PASSWORD, address)).statusCode).toBe(200);
    await failTimes(1, 'victim.20', address);
    const earlyReply = await tryToSignIn(username, PASSWORD, address);
    expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '30']);
    expect((await tryToSignIn(username, PASSWORD, createAddress())).statusCode).toBe(200);
    server.clock.advance(30);
    await failTimes(1, 'another.victim', address);
    expect((await tryToSignIn(username, PASSWORD, address)).headers['retry-after']).toBe('60');
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
