import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeCertificates } from './install/certificates.ts';
import { installPackages } from './install/packages.ts';
import { type Installed, installedIn, installSite, readInstalled } from './install/site.ts';
import { type StoreName, sourcesIn } from './install/sources.ts';
import type { Ports } from './servers/nginx-conf.ts';
import { freePorts, running } from './servers/processes.ts';
import {
  makePlaces,
  startDatabase,
  startNginx,
  startPhp,
  stopServers,
  stopServersNow,
} from './servers/servers.ts';

/** A running store, as the tests see it. */
export interface RunningStore {
  root: string;
  name: StoreName;
  /** Label in test names: "WooCommerce 11.0.1 on WordPress 7.1.4". */
  label: string;
  ports: Ports;
  installed: Installed;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stores: RunningStore[];
  }
}

/** Installs what is missing, starts the servers on free ports, and ends them when the run is over. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { plugins, root: given } = sourcesIn(process.env);
  installPackages();
  const root = given ?? mkdtempSync(join(tmpdir(), 'bowerbird-woocommerce-'));
  mkdirSync(root, { recursive: true });
  chmodSync(root, 0o755);
  const letGo = holdRoot(root);
  process.once('exit', () => {
    stopServersNow(root);
    if (given === null) {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    }
  });
  const close = async () => {
    await stopServers(root);
    letGo();
    if (given === null) {
      rmSync(root, { recursive: true, force: true });
    }
  };
  try {
    // Servers of a killed run.
    await stopServers(root);
    makePlaces(root);
    makeCertificates(root);
    await startDatabase(root);
    const there = new Set(installedIn(root));
    for (const source of plugins.filter(({ name }) => !there.has(name))) {
      console.error(`Installing WooCommerce ${source.version}.`);
      installSite(root, source);
    }
    const names = installedIn(root);
    const ports = await freePorts(3 * names.length);
    const stores = names.map((name, at): RunningStore => {
      const installed = readInstalled(root, name);
      const [plain = 0, said = 0, tls = 0] = ports.slice(3 * at);
      const label = `WooCommerce ${installed.woocommerce} on WordPress ${installed.wordpress}`;
      return { root, name, label, ports: { plain, said, tls }, installed };
    });
    for (const { name } of stores) {
      await startPhp(root, name);
    }
    await startNginx(root, stores);
    project.provide('stores', stores);
    return close;
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Locks a root for this run. Returns a function that releases it; throws if another run uses it. */
function holdRoot(root: string): () => void {
  const file = join(root, 'holder.pid');
  if (running(file, 'vitest') !== null) {
    throw new Error(`Another run is using ${root}.`);
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
