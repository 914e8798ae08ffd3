import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './prepare.mjs';
import { readCosts } from './test-selection.mjs';

/**
 * Sorts test files by project, since a worker continues only with files of its own project. Within a project, the most
 * expensive files come first: a long file that starts last would occupy one worker while the others are idle. Vitest
 * remembers the duration of files too, but not in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { files: costs } = readCosts();
    const getCost = ({ moduleId }: TestSpecification): number => costs[relative(ROOT, moduleId)] ?? 0;
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((projectFiles) => projectFiles.toSorted((a, b) => getCost(b) - getCost(a)));
  }
}
