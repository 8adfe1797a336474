import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backgroundWork } from '../../apps/server/src/program/background.ts';
import { drills } from './faults/drills/all.ts';
import { editSets } from './faults/edits/all.ts';
import { notKilled } from './faults/not-killed.ts';
import { edited } from './mutants/mutant.ts';

const top = new URL('../../', import.meta.url);
const sourceOf = (file: string) => readFileSync(new URL(file, top), 'utf8');

/** The kinds of jobs that the program queues, by the functions that create them. */
const jobKinds = [...sourceOf('apps/server/src/program/job-kinds.ts').matchAll(/^ {4}(\w+)Job\(/gm)].map(
  ([, kind = '']) => kind,
);
const works = backgroundWork.map(({ name }) => name);

describe('the drills', () => {
  it.each([...editSets].map(([name, edits]) => ({ name, edits })))(
    'still find the text that they edit: $name',
    ({ name, edits }) => {
      expect(edits.length).toBeGreaterThan(0);
      for (const file of new Set(edits.map((edit) => edit.file))) {
        const source = sourceOf(file);

        expect(edited(name, file, source, edits)).not.toBe(source);
      }
    },
  );

  it('have names of their own, and each a defence that can be taken away', () => {
    expect(new Set(drills.map(({ name }) => name)).size).toBe(drills.length);
    for (const { name, defence } of drills) {
      expect(editSets.has(defence.without), name).toBe(true);
    }
  });

  it('kill a process in every kind of job, and in all that the program does by itself, or say why not', () => {
    const killed = new Set(drills.flatMap(({ kills = [] }) => kills));
    const known = [...jobKinds, ...works];

    expect(jobKinds.length).toBeGreaterThanOrEqual(4);
    expect(known.filter((kind) => !killed.has(kind) && !(kind in notKilled))).toEqual([]);
    expect(Object.keys(notKilled).filter((kind) => !known.includes(kind) || killed.has(kind))).toEqual([]);
  });
});
