import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './prepare.mjs';
import { readCosts } from './test-selection.mjs';

/**
 * Sorts test files by project, since a worker only continues with files of its own project, and within a project by
 * cost, most expensive first. A long file started last would occupy one worker while the others are idle. Vitest
 * remembers the duration of a file too, but not in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { files: costs } = readCosts();
    const costOf = ({ moduleId }: TestSpecification): number => costs[relative(ROOT, moduleId)] ?? 0;
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => costOf(b) - costOf(a)));
  }
}
