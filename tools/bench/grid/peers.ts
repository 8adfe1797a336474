import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

export const peers = ['revogrid', 'datasheet'] as const;
export type Peer = (typeof peers)[number];

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Installs the other grids into a temporary folder, builds a page with each alone, and serves both. Needs the package
 * registry. Returns where they are.
 */
export async function servePeers(): Promise<{ addressOf(peer: Peer): string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-peers-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const file of ['package.json', 'peer-rows.mjs', ...peers.map((peer) => `${peer}.mjs`)]) {
      copyFileSync(join(import.meta.dirname, file), join(folder, file));
    }
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'], {
      cwd: folder,
      stdio: 'ignore',
    });
    for (const peer of peers) {
      writeFileSync(
        join(folder, `${peer}.html`),
        `<!doctype html><html lang="en"><title>${peer}</title><style>body { margin: 0 }</style>
<body><script type="module" src="./${peer}.mjs"></script></body></html>`,
      );
    }
    await build({
      root: folder,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: {
        rolldownOptions: { input: peers.map((peer) => join(folder, `${peer}.html`)) },
      },
    });
  } catch (thrown) {
    remove();
    throw thrown;
  }
  const server = createServer((request, response) => {
    try {
      const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
      const content = readFileSync(join(folder, 'dist', path));
      response.setHeader('content-type', contentTypes[extname(path)] ?? 'application/octet-stream');
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (peer) => `http://127.0.0.1:${port}/${peer}.html`,
    stop: () => {
      server.close();
      server.closeAllConnections();
      remove();
    },
  };
}
