import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lookEveryMs = 500;

/**
 * Calls back once when the npm that started this program is gone. npm runs a script in a shell, which does not pass on
 * npm's signals; and a killed npm cannot pass on anything. Does nothing in a program that was started without npm.
 * @param {() => void} gone
 */
export function whenNpmIsGone(gone) {
  if (process.env.npm_lifecycle_event === undefined) {
    return;
  }
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid !== shell || !isAlive(shell) || (npm !== undefined && parentOf(shell) !== npm)) {
      clearInterval(timer);
      gone();
    }
  }, lookEveryMs);
  timer.unref();
}

/**
 * If the shell replaced itself with the program (`exec`), the parent is npm's own starter and must not be watched:
 * undefined.
 */
function parentOf(pid) {
  const { name, parent } = aboutProcess(pid) ?? {};
  return name !== undefined && /^-?(ba|da|z|k|a)?sh$/.test(name) ? parent : undefined;
}

/** Returns a process's name and parent; undefined if the system does not report them. */
function aboutProcess(pid) {
  try {
    const { name, parent } =
      /^\d+ \((?<name>.*)\) \S (?<parent>\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.groups ?? {};
    return { name, parent: Number(parent) };
  } catch {
    const told = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
    const { parent, name } = /^\s*(?<parent>\d+)\s+(?:.*\/)?(?<name>\S+)/.exec(told)?.groups ?? {};
    return parent === undefined ? undefined : { name, parent: Number(parent) };
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === 'EPERM';
  }
}
