import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const REPORTED_STEPS = 6;

/**
 * Adds the six longest steps to the errors of a test that timed out. The runner itself reports only the interrupted
 * step.
 */
// Playwright takes the default export of a reporter.
// oxlint-disable-next-line import/no-default-export
export default class StepTimeReporter implements Reporter {
  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'timedOut') return;
    const steps = result.steps.flatMap(listInnermostSteps).toSorted((a, b) => b.duration - a.duration);
    result.errors.push({
      message: ['Its longest steps:', ...steps.slice(0, REPORTED_STEPS).map(describeStep)].join('\n'),
    });
  }
}

const listInnermostSteps = (step: TestStep): TestStep[] =>
  step.steps.length > 0 ? step.steps.flatMap(listInnermostSteps) : [step];

const describeStep = ({ title, duration, location }: TestStep): string =>
  `${Math.round(duration)} ms: ${title}${location ? `, line ${location.line}` : ''}`;
