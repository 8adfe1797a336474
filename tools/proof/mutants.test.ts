import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { simulatedPlatforms } from './listing/simulated-platforms.ts';
import { all } from './mutants/all.ts';
import { edited } from './mutants/mutant.ts';

const top = new URL('../../', import.meta.url);

describe('what shows that the proof of listing notices a broken engine', () => {
  it.each(all.map(({ name, edits }) => ({ name, edits })))('still breaks it: $name', ({ name, edits }) => {
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const source = readFileSync(new URL(file, top), 'utf8');

      expect(edited(name, file, source, edits)).not.toBe(source);
    }
  });

  it('is refused by name if a line that it breaks was rewritten', () => {
    const edits = [{ file: 'gate.ts', find: 'aged > deadlineMs', replace: 'false' }];

    expect(() => edited('no-deadline', 'gate.ts', 'aged >= deadlineMs', edits)).toThrow(
      /no-deadline.*0 times/,
    );
    expect(() => edited('no-deadline', 'gate.ts', 'aged > deadlineMs, aged > deadlineMs', edits)).toThrow(
      /no-deadline.*2 times/,
    );
  });

  it('is noticed by a round on a simulated platform, or by a test', () => {
    for (const { name, rounds = [], test } of all) {
      expect(rounds.length > 0 || test !== undefined, name).toBe(true);
      for (const { platform } of rounds) {
        expect([...simulatedPlatforms.keys()], name).toContain(platform);
      }
    }
  });

  it('is of at least 30 kinds that rounds notice, half of them of timing, order or identity', () => {
    const byRounds = all.filter(({ test }) => test === undefined);
    const subtle = byRounds.filter(
      ({ kind }) => kind === 'timing' || kind === 'order' || kind === 'identity',
    );

    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(byRounds.length).toBeGreaterThanOrEqual(30);
    expect(subtle.length * 2).toBeGreaterThanOrEqual(byRounds.length);
  });
});
