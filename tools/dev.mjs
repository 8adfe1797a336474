import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ensurePlugin } from './build-plugin.mjs';
import { ensureInstalled, keepsCompiled, main, ourNode, root } from './install.mjs';
import { whenNpmIsGone } from './started-by-npm.mjs';

const watcher = new URL('./stop-with-parent.mjs', import.meta.url).href;

/**
 * Starts what development needs: the server, which restarts when one of its files is saved, and Vite, which brings a
 * saved console file into the open page. Both end together.
 */
main(async () => {
  await ensureInstalled(console.log);
  await ensurePlugin(console.log);
  const port = Number(process.env.PORT) || (await freePortFrom(8000));
  const consolePort = await freePortFrom(5173);
  const server = run(['--watch', '--watch-preserve-output', '--import', watcher, 'apps/server/src/main.ts'], {
    PORT: String(port),
  });
  const vite = run(
    ['node_modules/vite/bin/vite.js', 'apps/console', '--port', String(consolePort), '--strictPort'],
    {
      BOWERBIRD_SERVER: `http://127.0.0.1:${port}`,
    },
  );
  console.log(
    `The console, with what you save: http://127.0.0.1:${consolePort}/ (calls go to the server at port ${port})`,
  );
  const stop = () => {
    server.kill('SIGTERM');
    vite.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, stop);
  }
  whenNpmIsGone(stop);
  const codes = await Promise.all([ended(server, stop), ended(vite, stop)]);
  return Math.max(...codes);
});

function run(args, env) {
  return spawn(ourNode, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...keepsCompiled, ...env },
  });
}

/** Returns the exit code of a program, whose end also ends the other; 0 if it was stopped. */
function ended(child, stop) {
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      stop();
      resolve(code ?? 0);
    });
  });
}

/** Returns the first port at or after a number on which nothing listens. */
async function freePortFrom(first) {
  for (let port = first; port < first + 100; port += 1) {
    if (await isFree(port)) {
      return port;
    }
  }
  throw new Error(`No port between ${first} and ${first + 99} is free.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
