import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { ROOT } from './prepare.mjs';

const formatMessage = ({ message }: Pick<SerializedError, 'message'>): string => stripVTControlCharacters(message);

/** Returns the total seconds of a file: imports, hooks and tests. */
function measureSeconds(module: TestModule): number {
  const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration + environmentSetupDuration) / 1000;
}

/**
 * Writes what `npm test` repeats at its end: the number of passed tests, and each failure. Includes errors outside
 * tests, which Vitest's own JSON omits.
 */
export class TestReport implements Reporter {
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...tests.flatMap((test) => {
        const { state, errors } = test.result();
        const name = `${test.module.relativeModuleId} › ${test.fullName}`;
        return state === 'failed' ? { name, message: errors.map(formatMessage).join('\n') } : [];
      }),
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => ({ name: module.relativeModuleId, message: formatMessage(error) })),
        ),
      ),
      ...unhandled.map((error) => ({ name: 'an error outside any test', message: formatMessage(error) })),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const seconds = Object.fromEntries(
      modules.map((module) => [relative(ROOT, module.moduleId), measureSeconds(module)]),
    );
    writeFileSync(this.file, JSON.stringify({ passed, failures, seconds }));
  }
}
