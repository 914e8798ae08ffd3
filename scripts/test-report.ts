import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const messageOf = ({ message }: Pick<SerializedError, 'message'>): string => stripVTControlCharacters(message);

/**
 * Writes the counts and failures that `npm test` repeats at its end: every test's title, how many passed, and each failure. An
 * error outside any test is one as well: Vitest's own JSON leaves it out.
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
        return state === 'failed' ? { name, message: errors.map(messageOf).join('\n') } : [];
      }),
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => ({ name: module.relativeModuleId, message: messageOf(error) })),
        ),
      ),
      ...unhandled.map((error) => ({ name: 'an error outside any test', message: messageOf(error) })),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    writeFileSync(this.file, JSON.stringify({ passed, failures, titles: tests.map(({ name }) => name) }));
  }
}
