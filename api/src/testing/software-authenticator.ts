import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/*
 * A device with one passkey, as WebAuthn describes it: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data. The few
 * CBOR structures are written out, because all of their lengths are fixed.
 */

interface Site {
  readonly host: string;
  readonly origin: string;
}

/** What the device does otherwise than requested. */
interface Deviation {
  readonly origin?: string;
  readonly host?: string;
  readonly isUserVerified?: boolean;
  /** The number of uses that it reports. */
  readonly useCount?: number;
  readonly isSignatureWrong?: boolean;
}

export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** The response to `navigator.credentials.create` with this challenge, as JSON text. */
  create(challenge: string, deviation?: Deviation): string;
  /** The response to `navigator.credentials.get`. */
  get(challenge: string, deviation?: Deviation): string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
/** A byte string of 24 to 255 bytes. */
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

export function createSoftwareAuthenticator(site: Site): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let useCount = 0;

  // COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), with its coordinates.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
  const clientData = (type: string, challenge: string, { origin = site.origin }: Deviation): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function authenticatorData(flags: number, deviation: Deviation, ...rest: Buffer[]): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | USER_PRESENT | (deviation.isUserVerified === false ? 0 : USER_VERIFIED), 0);
    head.writeUInt32BE(deviation.useCount ?? useCount, 1);
    return Buffer.concat([sha256(deviation.host ?? site.host), head, ...rest]);
  }
  const toJson = (response: Readonly<Record<string, Buffer | string[]>>): string =>
    JSON.stringify({
      id: credentialId.toString('base64url'),
      rawId: credentialId.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, value]) => [
          name,
          Buffer.isBuffer(value) ? value.toString('base64url') : value,
        ]),
      ),
    });

  return {
    credentialId: credentialId.toString('base64url'),
    create(challenge, deviation = {}) {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey,
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorData(HAS_CREDENTIAL, deviation, credential)),
      ]);
      return toJson({
        clientDataJSON: clientData('webauthn.create', challenge, deviation),
        attestationObject,
        transports: ['internal'],
      });
    },
    get(challenge, deviation = {}) {
      useCount += 1;
      const clientDataJSON = clientData('webauthn.get', challenge, deviation);
      const data = authenticatorData(0, deviation);
      const signedData = Buffer.concat([data, sha256(deviation.isSignatureWrong ? 'something else' : clientDataJSON)]);
      return toJson({
        authenticatorData: data,
        clientDataJSON,
        signature: sign('sha256', signedData, privateKey),
      });
    },
  };
}
