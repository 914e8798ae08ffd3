import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** @typedef {import('./packages.mjs').Package} Package */

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';
const NOTICE_FILE = /^(?:licen[cs]e|notice|copying|ofl)/i;

/**
 * The licences and notices of all packages, as their authors wrote them. Packages with the same text share it.
 *
 * @param {readonly Package[]} packages
 */
export function collectNotices(packages) {
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  for (const { path, name, version, license } of packages) {
    const files = readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => entry.isFile() && NOTICE_FILE.test(entry.name))
      .map((entry) => readFileSync(join(ROOT, path, entry.name), 'utf8').trim());
    const text = files.join('\n\n') || `Licence: ${license ?? 'not stated'}. The package has no file with its text.`;
    const names = namesByText.get(text) ?? [];
    if (names.length === 0) namesByText.set(text, names);
    names.push(`${name} ${version}`);
  }
  const sections = [...namesByText].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}\n`);
  return ['Innkeeper contains the following packages.\n', ...sections].join(`\n${'='.repeat(80)}\n\n`);
}

/**
 * A software bill of materials in CycloneDX 1.6.
 *
 * @param {{ version: string, packages: readonly Package[], createdAt: Date }} options
 */
export const createBillOfMaterials = ({ version, packages, createdAt }) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: createdAt.toISOString(),
    component: { 'bom-ref': `innkeeper@${version}`, type: 'application', name: 'innkeeper', version },
  },
  components: packages.map(describePackage),
});

/** @param {Package} package_ */
function describePackage({ path, name, version, integrity, license }) {
  const [scope, shortName] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope === undefined ? '' : `${encodeURIComponent(scope)}/`}${shortName}@${version}`;
  const [algorithm, checksum] = integrity?.split('-') ?? [];
  return {
    'bom-ref': path,
    type: 'library',
    ...(scope !== undefined && { group: scope }),
    name: shortName,
    version,
    purl,
    ...(algorithm === 'sha512' &&
      checksum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }] }),
    licenses: [describeLicense(license)],
  };
}

/**
 * An identifier or expression of SPDX, or where to read.
 *
 * @param {string | undefined} license
 */
function describeLicense(license) {
  if (license === undefined || /see licen[cs]e/i.test(license)) return { license: { name: `as in ${NOTICES_FILE}` } };
  return / (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } };
}
