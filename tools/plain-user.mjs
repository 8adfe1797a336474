import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { main, root } from './install.mjs';

/** `nobody`, which exists on every Linux and owns nothing. */
const user = { uid: 65_534, gid: 65_534 };

/**
 * Tests that start the product and its database as a merchant's own machine does: only a few, because all have run once
 * as root.
 */
const unitTests = ['apps/server/src/db/embedded/modes.test.ts'];
const browserTests = ['account/sign-in', 'account/sign-up', 'main-way'].map(
  (name) => `apps/console/e2e/${name}.e2e.ts`,
);

const leftOut = new Set(['.git', '.data', 'node_modules', 'test-results']);

/**
 * Runs a few tests once more as a user without any rights, with umask 077, in a copy of the clone that this user owns.
 * Each part prints its "N passed, N failed". If the tests already ran as a plain user, that is 0 and 0.
 */
main(() => {
  if (process.getuid?.() !== 0) {
    console.log('\n== No second pass: the tests ran as a plain user already.\n0 passed, 0 failed');
    return 0;
  }
  console.log('\n== A few tests once more, as a plain user with umask 077');
  const home = mkdtempSync(join(tmpdir(), 'bowerbird-plain-user-'));
  try {
    chownSync(home, user.uid, user.gid);
    const clone = join(home, 'clone');
    for (const folder of [clone, join(home, 'tmp')]) {
      makeFolder(folder);
    }
    copyClone(clone);
    process.umask(0o077);
    const parts = [['unit', ...unitTests]];
    if (browserRuns()) {
      parts.push(['e2e', '--project=console', ...browserTests]);
    } else {
      console.log('Without the browser tests: the browser of this machine is open to root alone.');
    }
    return parts.map((part) => run(home, clone, part)).every((status) => status === 0) ? 0 : 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

/**
 * Creates the user's own copy of the clone. Packages are linked if the file system allows it, since they are many and
 * only read; the notes and caches among them are written to, so those are copied like our own files.
 */
function copyClone(clone) {
  const packages = join(clone, 'node_modules');
  if (!copy(['-al'], join(root, 'node_modules'), packages)) {
    rmSync(packages, { recursive: true, force: true });
    orBreak(copy(['-a'], join(root, 'node_modules'), packages));
  }
  const own = readdirSync(root).filter((name) => !leftOut.has(name));
  const written = readdirSync(packages).filter((name) => name.startsWith('.') && name !== '.bin');
  for (const name of written) {
    rmSync(join(packages, name), { recursive: true });
    orBreak(copy(['-a'], join(root, 'node_modules', name), join(packages, name)));
  }
  for (const name of own) {
    orBreak(copy(['-a'], join(root, name), join(clone, name)));
  }
  const theirs = [...own.map((name) => join(clone, name)), ...written.map((name) => join(packages, name))];
  orBreak(succeeds('chown', ['-R', `${user.uid}:${user.gid}`, ...theirs]));
  chownSync(packages, user.uid, user.gid);
}

function copy(options, from, to) {
  return succeeds('cp', [...options, from, to]);
}

function succeeds(program, args) {
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] }).status === 0;
}

function orBreak(done) {
  if (!done) {
    throw new Error('The clone could not be copied for a plain user. Is there room in the temporary folder?');
  }
}

function makeFolder(folder) {
  mkdirSync(folder);
  chmodSync(folder, 0o700);
  chownSync(folder, user.uid, user.gid);
}

function browserRuns() {
  const browser = findBrowser();
  // Without a browser, the tests themselves print what to do.
  return browser === undefined || spawnSync(browser, ['--version'], { ...user, cwd: '/' }).status === 0;
}

function run(home, clone, part) {
  const own = { HOME: home, TMPDIR: join(home, 'tmp'), USER: 'nobody', LOGNAME: 'nobody', INIT_CWD: clone };
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|XDG_|SUDO_)/i.test(name));
  const program = join(clone, 'node_modules', '.bin', 'node');
  return spawnSync(program, [join(clone, 'tools', 'test.mjs'), ...part], {
    ...user,
    cwd: clone,
    stdio: 'inherit',
    env: { ...Object.fromEntries(kept), ...own },
  }).status;
}
