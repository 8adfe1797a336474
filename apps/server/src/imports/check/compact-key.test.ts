import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compactKey } from './compact-key.ts';

const rows = 1500;
const rowLength = 200_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function memory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('keys of rows do not keep the rows in memory', { tags: ['slow'] }, () => {
  const kept: string[] = [];
  const before = memory();
  for (let at = 0; at < rows; at += 1) {
    const row = Buffer.alloc(rowLength, `stoneware-mug-${at},`).toString('latin1');
    kept.push(compactKey(row.slice(0, 18)));
  }

  // As parts of the rows, the keys would hold 300 MB; other work of this process comes and goes meanwhile.
  expect(memory() - before).toBeLessThan(150_000_000);
  expect(new Set(kept).size).toBe(rows);
});

it('the same key is the same text, and others are others', () => {
  const long = 'x'.repeat(25);

  expect(compactKey(`${long}`)).toBe(compactKey(long));
  expect(compactKey(long)).not.toBe(compactKey(`${long}y`));
  expect(['', 'é漢😀', '\ud800', ' a'].map(compactKey)).toEqual(['', 'é漢😀', '\ud800', ' a']);
});
