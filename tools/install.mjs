import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { whenNpmIsGone } from './started-by-npm.mjs';

/** The root of the clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Folder for notes about what is already done; deleted together with the packages. */
export const cache = join(root, 'node_modules', '.cache');
/** The Node.js that all our programs run on, whatever the machine has. */
export const ourNode =
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node');

/** A reason to stop that the person who started the command can fix. */
export class CannotGoOn extends Error {}

/**
 * Installs the packages when they are missing or differ from the lock file. Quick when there is nothing to do.
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(say) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = createHash('sha256').update(lock).digest('hex');
  const stampFile = join(cache, 'bowerbird-installed');
  if (readIfThere(stampFile) === stamp && existsSync(ourNode)) {
    return;
  }
  const { packages } = JSON.parse(lock);
  if (!holdsEverything(packages)) {
    await install(say, Object.keys(packages).length);
  }
  requireOurNode();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Runs the work of a command, and prints a fixable error in one line. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (thrown) {
    console.error(thrown instanceof CannotGoOn ? thrown.message : thrown);
    process.exitCode = 1;
  }
}

/**
 * Runs a program to its end, as if it had been started in place of this process: it has our terminal and our signals,
 * and its exit code is returned. It ends with the npm that started us. Where Node.js can, the program replaces this
 * process and the promise never settles; elsewhere it ends when this process is killed, because it watches the channel
 * to us.
 */
export function runInOurPlace(args, options = {}) {
  // npm changes to the clone first; a file named on the command line is relative to where the person was.
  const cwd = options.keepFolder ? (process.env.INIT_CWD ?? process.cwd()) : root;
  const env = { ...process.env, ...keepsCompiled, ...fewArenas, ...options.env };
  const all = ['--import', watcher, ...args];
  if (process.execve !== undefined && process.platform !== 'win32') {
    process.chdir(cwd);
    process.execve(ourNode, [ourNode, ...all], env);
  }
  const child = spawn(ourNode, all, { cwd, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  whenNpmIsGone(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

const watcher = new URL('./stop-with-parent.mjs', import.meta.url).href;

/** Makes Node cache the compiled TypeScript, which is half of a start; without the cache if it cannot write. */
export const keepsCompiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled'),
};

/** Makes the C library keep two heaps instead of one for each thread: 15 MB less for a program at rest. */
const fewArenas = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' };

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Reports whether everything is installed, by npm's own note; a manual `npm install` counts as well. */
function holdsEverything(wanted) {
  const note = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (note === undefined) {
    return false;
  }
  const there = JSON.parse(note).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = there[path];
    return path === '' || (found ? found.version === entry.version : entry.optional === true);
  });
}

function requireOurNode() {
  const works = existsSync(ourNode) && spawnSync(ourNode, ['--version']).status === 0;
  if (!works) {
    throw new CannotGoOn(
      'The packages are installed, but the Node.js that Bowerbird brings is not: npm was told to run no install scripts. ' +
        'Run: npm rebuild node --ignore-scripts=false',
    );
  }
}

/** Shows one line of progress: rewritten in a terminal, elsewhere printed at the start and the end. */
async function install(say, packagesTotal) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=http'];
  const viaNode = process.env.npm_execpath?.endsWith('.js');
  const [program, first] = viaNode ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  say('Installing the packages; the first time this takes a minute.');
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !viaNode && process.platform === 'win32',
  });
  const complaints = [];
  let fetched = 0;
  const read = (line) => {
    if (/npm http (fetch|cache)/.test(line)) {
      fetched += 1;
      showProgress(Math.min(fetched, packagesTotal), packagesTotal);
    } else if (/npm (error|ERR!)/.test(line)) {
      complaints.push(line.replace(/^npm (error|ERR!) ?/, ''));
    }
  };
  createInterface({ input: child.stdout }).on('line', read);
  createInterface({ input: child.stderr }).on('line', read);
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      complaints.push(error.message);
      resolve(1);
    });
    child.on('close', resolve);
  });
  endProgress();
  if (code !== 0) {
    throw new CannotGoOn(
      `The packages could not be installed: ${complaints.slice(0, 4).join(' ') || `npm ended with ${code}`}\n` +
        'Check the connection to the internet (or the proxy npm is set to) and start again.',
    );
  }
  say('The packages are installed.');
}

function showProgress(done, total) {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r  ${done} of about ${total} packages`);
  }
}

function endProgress() {
  if (process.stderr.isTTY) {
    process.stderr.write('\r\u001b[K');
  }
}
