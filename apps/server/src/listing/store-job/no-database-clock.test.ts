import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');
const folders = ['listing', 'listing-states', 'listing-schedules'];
const clock = /(?<!\.)\b(?:now\(\)|clock_timestamp|current_timestamp|statement_timestamp|localtimestamp)/i;
/** When something was written, for display: the value of a column, and compared with nothing. */
const written = [
  /^\s*(?:\w+_at|at): sql<Date>`now\(\)`,?(?: \}\))?;?$/,
  /(?:[{,]|set\() ?(?:\w+_at|at): sql<Date>`now\(\)`/,
  /\b(?:\w+_at|at) = now\(\)/,
  /, now\(\),$/,
];

it('no decision of listing reads the clock of the database, which somebody may set', () => {
  const read = folders.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        readFileSync(join(source, folder, file), 'utf8')
          .split('\n')
          .filter((line) => clock.test(line) && !written.some((form) => form.test(line)))
          .map((line) => `${folder}/${file}: ${line.trim()}`),
      ),
  );

  expect(read).toEqual([]);
});
