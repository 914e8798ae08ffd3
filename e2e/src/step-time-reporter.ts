import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const LONGEST = 6;

/**
 * Adds the six longest steps to the errors of a test that timed out. The runner itself reports at most the interrupted
 * step.
 */
// Playwright takes the default export of a reporter.
// oxlint-disable-next-line import/no-default-export
export default class StepTimeReporter implements Reporter {
  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'timedOut') return;
    const steps = result.steps.flatMap(innermost).toSorted((a, b) => b.duration - a.duration);
    result.errors.push({ message: ['Its longest steps:', ...steps.slice(0, LONGEST).map(describeStep)].join('\n') });
  }
}

const innermost = (step: TestStep): TestStep[] => (step.steps.length > 0 ? step.steps.flatMap(innermost) : [step]);

const describeStep = ({ title, duration, location }: TestStep): string =>
  `${Math.round(duration)} ms: ${title}${location ? `, line ${location.line}` : ''}`;
