import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');

export interface SimulatedShop {
  address: string;
  stop(): Promise<void>;
}

/** Starts a simulated shop in its own process, on any free port. */
export async function simulateShop(options: string[]): Promise<SimulatedShop> {
  const program = spawn(
    join(root, 'node_modules/.bin/node'),
    ['apps/server/src/cli/main.ts', 'simulate', 'shopify', '--port', '0', '--json', ...options],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await portSaid(program);
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = once(program, 'exit');
      program.kill('SIGINT');
      await gone;
    },
  };
}

function portSaid(program: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    if (program.stdout) {
      createInterface({ input: program.stdout }).once('line', (line) => {
        const { port }: { port: number } = JSON.parse(line);
        resolve(port);
      });
    }
    program.once('close', (code) =>
      reject(new Error(`the simulator ended with ${code} before it was ready`)),
    );
  });
}
