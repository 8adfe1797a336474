import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textValueFiles } from './values.ts';

it('the types of the values match the texts: a screen cannot leave out a value without a type error', {
  tags: ['slow'],
}, () => {
  for (const [path, content] of Object.entries(textValueFiles())) {
    const committed = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

    expect(committed, `${path} is out of date: run npm run texts`).toBe(content);
  }
});
