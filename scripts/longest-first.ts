import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './prepare.mjs';
import { readCosts } from './test-selection.mjs';

/**
 * The files of each project together, as a worker goes on with files of its own project alone; the dearest of them first. Begun last,
 * one of them would keep a single worker busy while the others are done. Vitest itself knows how long a file took the last time, but
 * not in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { files: costs } = readCosts();
    const costOf = ({ moduleId }: TestSpecification): number => costs[relative(ROOT, moduleId)] ?? 0;
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => costOf(b) - costOf(a)));
  }
}
