import type { Reporter, TestModule } from 'vitest/node';

const shown = 20;

/** Prints the slowest tests at the end of a run, slowest first. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({
        name: `${test.module.relativeModuleId} > ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      }))
      .sort((one, other) => other.ms - one.ms)
      .slice(0, shown);
    if (tests.length > 1) {
      const lines = tests.map(({ name, ms }) => `${Math.round(ms).toString().padStart(7)} ms  ${name}`);
      process.stdout.write(`\nSlowest tests\n${lines.join('\n')}\n`);
    }
  }
}
