import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than ten seconds. Begun last, one of them would keep a single worker busy while the others are done.
 * Vitest itself knows how long a file took the last time, but not in a fresh clone.
 */
const LONG = [
  'faults/killed-server',
  'resources/bad-input',
  'resources/races',
  'openapi/nobody-elses',
  'resources/scope',
  'faults/killed-sale',
  'faults/killed-program',
  'conformance/filters',
  'conformance/bulk',
  'conformance/bulk-edit',
  'conformance/create',
  'conformance/lists',
  'conformance/rights',
  'demo/src/broken-books',
  'demo/src/seed-demo',
  'src/embedded',
  'demo/src/generate',
  'reports/random-books',
  'programme/one-word-one-figure',
  'selling/lives',
  'audit/edited-records',
].map((file) => `/${file}.test.ts`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? LONG.length : place;
};

/** The files of each project together, as a worker goes on with files of its own project alone; the longest of them first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}
