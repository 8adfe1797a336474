import { execFile, spawnSync } from 'node:child_process';
import { DatabaseUnusable } from '../connecting/unusable.ts';

/** The user that runs the database server; undefined: the user of this program. PostgreSQL refuses to run as root. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** `nobody`, which exists on every Linux and owns nothing. */
export const nobody = { uid: 65534, gid: 65534 };

export function runningAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Variables that programs of a system need to find files, libraries, folders for temporary files, and the time zone;
 * the last three lines are for Windows.
 */
const passedOn = [
  ...['PATH', 'HOME', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'],
  ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP'],
  ...['USERNAME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ProgramFiles'],
  ...['NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE'],
];

/**
 * Returns the environment of the server's programs: only a few variables, so that it contains none of our secrets, nor
 * does anything that the server starts; no settings of PostgreSQL, no translated messages.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/**
 * Runs one of the server's programs to its end and returns its output. On failure, throws its message in plain words.
 */
export function runServerProgram(
  program: string,
  args: string[],
  user: ServerUser,
  folder: string,
): Promise<string> {
  const options = { ...user, cwd: folder, env: serverEnvironment(), windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) {
        reject(new DatabaseUnusable(explain(`${stderr}${stdout}` || error.message)));
      } else {
        resolve(stdout);
      }
    });
  });
}

/** Returns true if this user can start the program and the program finds its libraries or names the missing one. */
export function canRun(program: string, user: ServerUser): boolean {
  const done = spawnSync(program, ['--version'], {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    stdio: 'ignore',
  });
  return done.error === undefined;
}

/** Returns true if this user can enter the folder and write there. */
export function canUse(folder: string, user: ServerUser): boolean {
  const probe = 'cd "$1" && : > .probe && rm .probe';
  const options = { ...user, cwd: '/', env: serverEnvironment(), stdio: 'ignore' } as const;
  return spawnSync('/bin/sh', ['-c', probe, 'sh', folder], options).status === 0;
}

/** Makes one sentence with a remedy from the output of a failed server program. */
export function explain(output: string): string {
  const library = /loading shared libraries: (?<name>[^:\s]+)|Library not loaded: (?<path>\S+)/.exec(
    output,
  )?.groups;
  if (library) {
    const name = library.name ?? library.path ?? '';
    return `PostgreSQL needs the library ${name}, which this machine lacks. ${libraryRemedy(name)}`;
  }
  if (/ENOENT/.test(output)) {
    return (
      'The PostgreSQL that comes with Bowerbird does not run on this system (it needs glibc). ' +
      'Name another PostgreSQL server (15 or newer) with DATABASE_URL.'
    );
  }
  if (/No space left on device|ENOSPC/.test(output)) {
    return 'The disk is full. Free some space, or choose another folder with BOWERBIRD_DATA.';
  }
  if (/data directory .* has (invalid permissions|wrong ownership)/.test(output)) {
    return (
      'The data folder lies on a file system that keeps no owners or permissions (such as a network or USB drive). ' +
      'Choose a folder on a local disk with BOWERBIRD_DATA.'
    );
  }
  const unmanaged = /effective user ID (?<uid>\d+)/.exec(output)?.groups?.uid;
  if (unmanaged !== undefined) {
    return `PostgreSQL wants a user with a name, and user ${unmanaged} has none. Add it to /etc/passwd, or start as another user.`;
  }
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reported =
    lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return `PostgreSQL did not start: ${reported.trim()}`;
}

function libraryRemedy(name: string): string {
  const packageName = debianPackages.find(([library]) => name.startsWith(library))?.[1];
  const otherwise = 'or name another PostgreSQL server (15 or newer) with DATABASE_URL.';
  return packageName
    ? `On Debian or Ubuntu: apt-get install ${packageName}; ${otherwise}`
    : `Run npm rebuild, install that library, ${otherwise}`;
}

const debianPackages: [string, string][] = [
  ['libstdc++', 'libstdc++6'],
  ['libgcc_s', 'libgcc-s1'],
  ['libpthread', 'libc6'],
  ['librt', 'libc6'],
  ['libm.', 'libc6'],
];
