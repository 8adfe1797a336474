import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type DeclaredPackages, isTest } from './import-rules.ts';

const Names = z.record(z.string(), z.string()).default({});
const PackageFile = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  devDependencies: Names,
});

/**
 * Reads which packages each file may import: a program those that its workspace needs to run, its tests and builds also
 * those for development, the tools those of every workspace.
 */
export function declaredPackages(root: string, workspaces: readonly string[]): DeclaredPackages {
  const read = (folder: string) => {
    const { dependencies, optionalDependencies, devDependencies } = PackageFile.parse(
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    );
    const program = Object.keys({ ...dependencies, ...optionalDependencies });
    return { program: new Set(program), all: new Set([...program, ...Object.keys(devDependencies)]) };
  };
  const top = read('.').all;
  const each = new Map(workspaces.map((folder) => [folder, read(folder)]));
  const every = new Set([...each.values()].flatMap(({ all }) => [...all]).concat([...top]));
  return (path) => {
    const folder = path.split('/').slice(0, 2).join('/');
    const declared = each.get(folder);
    if (!declared) {
      return every;
    }
    const runs = path.startsWith(`${folder}/src/`) && !isTest(path);
    return runs ? declared.program : new Set([...declared.all, ...top]);
  };
}
