import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platforms } from '@bowerbird/platforms/all';
import { describe, expect, it } from 'vitest';
import {
  type EventName,
  type Transition,
  transitions,
} from '../../apps/server/src/listing/ledger/transitions.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/listing-protocol.md'), 'utf8');

const allStates = ['waiting', 'intended', 'verifying', 'listed', 'refused', 'conflict', 'gone'] as const;
/** Nodes of the diagram that represent several states. */
const groups: Record<string, readonly string[]> = { any: allStates, inDoubt: ['intended', 'verifying'] };

/** Returns the edges in the diagram, as `event: from -> to`, sorted. */
function drawnEdges(markdown: string): string[] {
  const [, diagram = ''] = /```mermaid\n(stateDiagram-v2[\s\S]*?)```/.exec(markdown) ?? [];
  return diagram
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = '', label = ''] = /^\s*(\w+) --> (\w+) : (.+)$/.exec(line) ?? [];
      const isUnbound = label.endsWith('(not bound)');
      const names = label.replace(/ \((?:not )?bound\)$/, '').split(', ');
      return (groups[from] ?? [from]).flatMap((each) =>
        label === ''
          ? []
          : names.map((name) => `${name}: ${each} -> ${to}${/bound\)$/.test(label) ? ` ${!isUnbound}` : ''}`),
      );
    })
    .sort();
}

/**
 * Returns the same from the table; a transition to the state before the attempt is one edge for bound rows and one for
 * others.
 */
function tableEdges(): string[] {
  return (Object.keys(transitions) as EventName[])
    .flatMap((name) => {
      const { from, to }: Transition = transitions[name];
      const ends = to === 'same' ? [] : to === 'back' ? ['listed true', 'waiting false'] : [to];
      return (from ?? allStates).flatMap((each) => ends.map((end) => `${name}: ${each} -> ${end}`));
    })
    .sort();
}

describe('docs/listing-protocol.md', () => {
  it('draws every transition of the table, and no other', () => {
    expect(drawnEdges(page)).toEqual(tableEdges());
  });

  it('names every event that leaves the state as it is', () => {
    const [, sentence = ''] = /These leave the state as it is: ([^\n]+)/.exec(page) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    const staying = (Object.keys(transitions) as EventName[]).filter(
      (name) => transitions[name].to === 'same',
    );

    expect(named.toSorted()).toEqual(staying.toSorted());
  });

  it.each(
    [...platforms.values()].flatMap(({ name, lister }) =>
      lister ? [{ name, times: lister.features.times }] : [],
    ),
  )('gives the times of $name as its lister has them', ({ name, times }) => {
    const wanted = `${times.latenessMs / 1000} s (${times.timeoutMs / 1000} s)`;
    const rows = page.split('\n').filter((line) => line.startsWith(`| ${name}`) && / s \(\d+ s\)/.test(line));

    expect(times.deadlineMs).toBe(5000);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !row.includes(wanted))).toEqual([]);
  });
});
