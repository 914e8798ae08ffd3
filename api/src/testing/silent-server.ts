import { type AddressInfo, type Socket, createServer } from 'node:net';

/** A server that accepts connections, and says nothing after its first words. */
export interface SilentServer {
  readonly port: number;
  close(): Promise<void>;
}

/** `firstWords` are sent at the first bytes of a caller, or, if `greeting`, as soon as it has connected. */
export async function startSilentServer({ greeting = '', firstWords = '' } = {}): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => firstWords !== '' && socket.write(firstWords));
    if (greeting !== '') socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // a server on a port has no other kind of address
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
