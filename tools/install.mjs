import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { whenNpmIsGone } from './started-by-npm.mjs';

/** The clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Where notes about what is already done are kept; it goes when the packages go. */
export const cache = join(root, 'node_modules', '.cache');
/** The Node.js that everything of ours runs on, whatever the machine has. */
export const ourNode =
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node');

/** A reason to stop that the person who started can mend. */
export class CannotGoOn extends Error {}

/**
 * Installs the packages when they are missing or other than the lock file names. Quick when there is nothing to do.
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

/** Runs the work of a command, and tells a reason that can be mended in one line. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (thrown) {
    console.error(thrown instanceof CannotGoOn ? thrown.message : thrown);
    process.exitCode = 1;
  }
}

/**
 * Runs a program to its end, as if it had been started in our place: it has our terminal, our signals, and its exit code
 * is answered. Killed outright we take it along, since it watches the channel between us; and it ends with the npm that
 * started us.
 */
export function runInOurPlace(args, options = {}) {
  const child = spawn(ourNode, ['--import', watcher, ...args], {
    // npm goes to the clone first; a file named on the command line is meant from where the person stood.
    cwd: options.keepFolder ? (process.env.INIT_CWD ?? process.cwd()) : root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...keepsCompiled, ...options.env },
  });
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

/** Has Node keep what it made of our TypeScript, which is half of a start; where it cannot write, it goes without. */
export const keepsCompiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled'),
};

export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** npm notes what it has installed; a hand-made `npm install` counts as well as ours. */
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

/** One line of progress: rewritten in a terminal, said at the start and the end elsewhere. */
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
