import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesWith, programLines } from './sources.ts';

const lines = programLines(join(import.meta.dirname, '../..'));

describe('the contract', () => {
  it('takes no secret in an address but that of a download link, which is the permission itself [asvs 14.2.1]', () => {
    const contract = lines.filter(({ file }) => file.startsWith('packages/contract/src/'));
    const secret = /^(?:token|password|secret|code|captcha|credentials|key|session)$/i;
    const text = contract.map((line) => line.text).join('\n');
    const inAddresses = [...text.matchAll(/\b(?:query|params): z\.(?:strictO|o)bject\(\{([^}]*)\}/g)].flatMap(
      ([, fields = '']) => [...fields.matchAll(/(\w+):/g)].map(([, name = '']) => name),
    );

    expect(inAddresses.length).toBeGreaterThan(30);
    // `GET /export-links/:token` (docs/decisions/0052).
    expect(inAddresses.filter((name) => secret.test(name))).toEqual(['token']);
  });

  it('knows no hint of a password and no secret question [asvs 6.4.2]', () => {
    expect(filesWith(lines, /(security|secret).?question|password.?hint(?!')/i)).toEqual([]);
  });
});

it('a browser keeps looks, lists, drafts and how somebody left, and no secret but the session [asvs 14.3.3]', () => {
  expect(filesWith(lines, /(local|session)Storage\.setItem|indexedDB|caches\.open/)).toEqual([
    'apps/console/src/features/grid/use-view.ts',
    'apps/console/src/features/products/list/table-look.ts',
    'apps/console/src/lib/kept/kept-grids.ts',
    'apps/console/src/lib/kept/settings.ts',
    'apps/console/src/lib/person/token.ts',
    'apps/console/src/lib/person/window-person.ts',
  ]);
  expect(filesWith(lines, /(local|session)Storage.*(password|token\b|secret)/i)).toEqual([]);
});

it('logs are written to standard error by one logger; what else is said is said at the start and by commands [asvs 16.2.3]', () => {
  const server = lines.filter(({ file }) => file.startsWith('apps/server/src/'));
  const says = filesWith(server, /console\.(log|error|warn|info)|process\.std(out|err)\.write/);

  expect(filesWith(server, /\bpino\(/)).toEqual(['apps/server/src/log/log.ts']);
  expect(says.filter((file) => !file.startsWith('apps/server/src/cli/'))).toEqual([
    'apps/server/src/main.ts',
  ]);
});
