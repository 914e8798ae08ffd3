import { get } from 'node:http';

/** Transfer size of files for a browser that accepts gzip, in kB of 1,000 bytes. */
export async function gzipKilobytes(addresses: Iterable<string>): Promise<number> {
  const weights = await Promise.all([...addresses].map(gzipBytes));
  return weights.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/** Counts the body's bytes as received; `fetch` would decompress them first. */
function gzipBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
      reply.on('end', () => resolve(bytes));
      reply.on('error', reject);
    }).on('error', reject);
  });
}
