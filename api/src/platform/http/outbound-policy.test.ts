import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutboundClient } from './outbound-request.ts';
import { OutboundForbidden, type ResolveHost, createOutboundPolicy } from './outbound-policy.ts';

/** Nothing is sent into private networks, whatever a name resolves to, except to addresses that the operator lists. */

const abortController = new AbortController();
const limits = { connections: 1, timeoutMs: 2_000, maxResponseChars: 100, signal: abortController.signal };

async function listen(listener: RequestListener = (_, response) => response.end('well')) {
  const receivedHosts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    receivedHosts.push(request.headers.host);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a TCP port
  return { port, heard: receivedHosts };
}
async function post(address: string, allowList: string, resolve?: ResolveHost) {
  const client = createOutboundClient({
    url: new URL(address),
    outboundPolicy: createOutboundPolicy(allowList, resolve),
    ...limits,
  });
  const response = await client.post('{}', {});
  client.close();
  return response;
}
/** Resolves a name to the next of these address lists with each lookup. */
const createResolver =
  (lookedUp: string[], ...resolutions: readonly (readonly string[])[]): ResolveHost =>
  (name, respond) => {
    const addresses = resolutions[lookedUp.length] ?? [];
    lookedUp.push(name);
    respond(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

describe('a URL', () => {
  test.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.7/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.1.2.3]/',
    'https://[64:ff9b::a01:203]/',
    'https://[64:ff9b:1::a01:203]/',
    'https://[::127.0.0.1]/',
    'https://[::10.1.2.3]/',
    'https://[::8.8.8.8]/',
    'https://[::ffff:0:10.1.2.3]/',
    'https://[2002:a01:203::1]/',
    'https://[2001:0:a01:203::1]/',
    'https://[fec0::1]/',
    'https://[4000::1]/',
    'https://[1fff::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'http://8.8.8.8/',
    'http://pms.hotel.example/',
  ])('is not called if it is private or without TLS: $0', (address) => {
    expect(createOutboundPolicy('').allowsHost(new URL(address))).toBe(false);
  });

  test.each(['https://8.8.8.8/', 'https://[2001:4860:4860::8888]/', 'https://pms.hotel.example/'])(
    'is called with TLS if it is public: $0',
    (address) => {
      expect(createOutboundPolicy('').allowsHost(new URL(address))).toBe(true);
    },
  );

  test('is checked after its name is resolved', async () => {
    for (const address of ['::127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::']) {
      const lookup = createOutboundPolicy('', createResolver([], [address])).lookup(
        new URL('https://pms.hotel.example/'),
      );
      const error = await new Promise((resolve) => lookup('pms.hotel.example', { all: true }, resolve));
      expect(error, address).toBeInstanceOf(OutboundForbidden);
    }
  });

  test('is called even without TLS if the operator lists it', async () => {
    const { port, heard } = await listen();
    expect(await post(`http://127.0.0.1:${port}/`, '10.0.0.0/8, 127.0.0.1')).toEqual({ status: 200, text: 'well' });
    expect(await post(`http://127.0.0.1:${port}/`, '10.0.0.0/8')).toMatchObject({ status: null });
    expect(heard).toHaveLength(1);
  });
});

describe('a host name', () => {
  test('is not called if it resolves into a private network', async () => {
    const { port, heard } = await listen();
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], []]) {
      const response = await post(`https://pms.hotel.example:${port}/`, '', createResolver([], addresses));
      expect(response).toEqual({ status: null, text: expect.stringContaining('pms.hotel.example') });
    }
    expect(heard).toEqual([]);
  });

  test('is resolved once, and the checked address is called', async () => {
    const { port, heard } = await listen();
    const lookedUp: string[] = [];
    const resolve = createResolver(lookedUp, ['127.0.0.1'], ['10.0.0.1']);
    const address = `http://pms.hotel.example:${port}/`;
    expect(await post(address, '127.0.0.0/8', resolve)).toEqual({ status: 200, text: 'well' });
    expect([lookedUp, heard]).toEqual([['pms.hotel.example'], [`pms.hotel.example:${port}`]]);
    expect(await post(address, '127.0.0.0/8', resolve)).toMatchObject({ status: null });
  });
});

test('a redirect is returned as the response, and is not followed', async () => {
  const { port: insidePort, heard } = await listen();
  const { port } = await listen((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${insidePort}/` }).end(),
  );
  expect(await post(`http://127.0.0.1:${port}/`, '127.0.0.1')).toEqual({ status: 307, text: '' });
  expect(heard).toEqual([]);
});
