import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@bowerbird/contract/account/account';
import {
  linkEvents,
  operatorEvents,
  partsOfFiles,
  readsByPost,
  sessionEvents,
  signOutCall,
} from '@bowerbird/contract/system/audit';
import { expect, it } from 'vitest';
import { readCatalogue } from '../../../build/catalogues.ts';

const contract = join(import.meta.dirname, '../../../../../packages/contract/src');
const modules = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[\w/-]+\.ts$/.test(file),
);
const calls = (
  await Promise.all(modules.map(async (file) => Object.values<unknown>(await import(join(contract, file)))))
)
  .flat()
  .filter(isWrite)
  .map(({ method, path }) => `${method} ${path}`);

function isWrite(value: unknown): value is { method: string; path: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'answer' in value &&
    value.method !== 'GET'
  );
}

it.each(languages)('say in %s what every call that writes does, and every event of a session', (language) => {
  const texts = readCatalogue(join(import.meta.dirname, '../../locales'), language);
  const written = calls.filter((call) => ![...readsByPost, ...partsOfFiles].includes(call));
  const wordless = [...sessionEvents, ...operatorEvents, ...linkEvents, ...written].filter(
    (what) => texts[`audit.what.${what}`] === undefined,
  );

  expect(calls.length).toBeGreaterThan(40);
  expect(wordless).toEqual([]);
});

it('leave out only calls that there are', () => {
  expect([...readsByPost, ...partsOfFiles, signOutCall].filter((call) => !calls.includes(call))).toEqual([]);
});
