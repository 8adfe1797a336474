import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotGoOn, cache, ensureInstalled, main, ourNode, readIfThere, root } from './install.mjs';

const console_ = join(root, 'apps', 'console');
const sources = ['apps/console', 'packages/catalog', 'packages/contract', 'package-lock.json'];
const leftOut = new Set(['node_modules', 'dist', 'e2e']);

/** Builds the console when its sources changed since the last build. */
export async function ensureConsole(say) {
  await ensureBuilt({
    what: 'console',
    sources,
    stampName: 'bowerbird-console',
    result: join(console_, 'dist', 'index.html'),
    command: [ourNode, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], console_],
    say,
  });
}

/** Runs a build when its sources changed since the last run, or its result is missing. */
export async function ensureBuilt({ what, sources, stampName, result, command, say }) {
  const stamp = hashOf(sources.map((source) => join(root, source)));
  const stampFile = join(cache, stampName);
  if (readIfThere(stampFile) === stamp && existsSync(result)) {
    return;
  }
  say(`Building the ${what}.`);
  mkdirSync(cache, { recursive: true });
  await build(what, ...command);
  writeFileSync(stampFile, stamp);
}

/** Prints the sizes of the console's parts and their budgets; a build over budget has failed already. */
export function tellBudgets(say) {
  say(readIfThere(join(cache, 'bowerbird-budgets.txt'))?.trimEnd() ?? '');
}

function build(what, program, args, folder) {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new CannotGoOn(`${Buffer.concat(said)}\nThe ${what} could not be built.`)),
    );
  });
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesIn).sort()) {
    hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (path.endsWith('.json')) {
    return [path];
  }
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    if (leftOut.has(entry.name)) {
      return [];
    }
    return entry.isDirectory() ? filesIn(inside) : [inside];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await ensureInstalled(console.log);
    await ensureConsole(console.log);
    tellBudgets(console.log);
    return 0;
  });
}
