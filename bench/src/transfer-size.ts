import { get } from 'node:http';

/** The transfer size of files for a browser that accepts gzip, in kB of 1,000 bytes. */
export async function gzipKilobytes(addresses: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...addresses].map(gzipBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
}

/** Counts the body's bytes as received; `fetch` would decompress them first. */
function gzipBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}
