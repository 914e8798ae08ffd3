import { crc32, deflateRawSync } from 'node:zlib';

interface ZipClaims {
  /** The unpacked size that an entry claims, in bytes. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** The number of entries that the container claims. */
  readonly count?: number;
}

/** A ZIP container of these entries as bytes, with claims about itself that may be false. */
export function createZip(
  parts: Readonly<Record<string, string | Buffer>>,
  { sizes = {}, count }: ZipClaims = {},
): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(parts)) {
    const [name, bytes] = [Buffer.from(path), typeof text === 'string' ? Buffer.from(text) : text];
    const compressed = deflateRawSync(bytes, { level: 1 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(compressed.length, 14);
    facts.writeUInt32LE(sizes[path] ?? bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const localHeader = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, compressed]);
    const offsets = Buffer.alloc(14);
    offsets.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, offsets, name]));
    locals.push(localHeader);
    offset += localHeader.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count ?? entries.length, 4);
  end.writeUInt16LE(count ?? entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}
