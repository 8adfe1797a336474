import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads the numbers of processes, and continues them all once this program has ended, however it ended: a process that
 * stands still does not notice that.
 */
const script = 'all=""; while read -r one; do all="$all $one"; done; kill -CONT $all 2>/dev/null; exit 0';

let guardian: ChildProcess | null | undefined;

/**
 * Sees to it that a child process is continued when this program ends. Returns false where the system cannot do that;
 * the process must not be stopped then.
 */
export function guarded(processId: number): boolean {
  guardian ??= started();
  return guardian?.stdin?.write(`${processId}\n`) !== undefined;
}

function started(): ChildProcess | null {
  if (process.platform === 'win32') {
    return null;
  }
  const shell = spawn('/bin/sh', ['-c', script], {
    // What is sent to the program's session, as by a terminal, is not for this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  const gone = () => {
    guardian = null;
  };
  shell.once('error', gone);
  shell.once('exit', gone);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  // A pipe of a child keeps the program alive otherwise.
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  return shell;
}
