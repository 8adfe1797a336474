import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { platforms } from '../all.ts';
import { CapturedCase, lackingIn, readingOf } from './case.ts';

const data = process.env.BOWERBIRD_DATA ?? resolve(import.meta.dirname, '../../../../.data');
const folder = join(data, 'captures');

function caseFiles(): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .sort()
    : [];
}

const files = caseFiles();

if (files.length === 0) {
  it('has captured pages, where some were captured', () => {
    process.stdout.write('No page was captured; no reader was held against one.\n');

    expect(files).toEqual([]);
  });
}

describe.runIf(files.length > 0)('pages captured on this machine', () => {
  it.each(files)('%s is read as its person says', (name) => {
    const kept = CapturedCase.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const collector = platforms.get(kept.platform)?.collector;
    expect(collector?.readPage, `${kept.platform} is read by its pages`).toBeDefined();

    const outcome = readingOf(collector ?? {}, kept.markup, new URL(kept.url));

    expect(lackingIn(outcome, kept.expect), kept.url).toEqual([]);
  });
});
