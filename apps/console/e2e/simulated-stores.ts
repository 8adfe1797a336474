import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../../..');

/** Every platform that products can be listed to. */
export const listedTo = ['shopify', 'woocommerce', 'wordpress', 'shopline', 'shoplazza', 'shopyy'] as const;

/** A store simulated on this machine, and the credentials that grant an app access. */
export interface SimulatedStore {
  platform: string;
  address: string;
  ways: { connection: string; credentials: Record<string, string> }[];
}

export interface SimulatedStores {
  stores: SimulatedStore[];
  stop(): Promise<void>;
}

/**
 * Simulates one store of each platform, with the given number of its own products; by default, of the platforms that
 * can be listed to.
 */
export async function simulateStores(
  platforms: readonly string[] = listedTo,
  products = 3,
): Promise<SimulatedStores> {
  const program = spawn(
    join(root, 'node_modules/.bin/node'),
    [
      'apps/server/src/cli/main.ts',
      'simulate',
      ...platforms,
      '--products',
      String(products),
      '--port',
      '0',
      '--json',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface({ input: program.stdout }), 'line');
  const { stores }: { stores: SimulatedStore[] } = JSON.parse(line);
  return {
    stores,
    async stop() {
      const gone = once(program, 'exit');
      program.kill('SIGINT');
      await gone;
    },
  };
}

/** Returns the environment variables that a program needs to reach these simulated stores. */
export function reaching(stores: readonly Pick<SimulatedStore, 'address'>[]): Record<string, string> {
  return { BOWERBIRD_ALLOWED_PRIVATE_HOSTS: stores.map(({ address }) => address).join(',') };
}

/** A product as the store itself holds it. */
export interface InState {
  title: string;
  handle: string;
  /** Whether shoppers can see it. */
  shown: boolean;
}

/** A product in the simulator state, with the field names of its platform. */
type Row = Partial<
  Record<'type' | 'title' | 'name' | 'handle' | 'slug', string> & Record<'status' | 'published', unknown>
>;

const shown = new Set<unknown>(['ACTIVE', 'active', 'publish', 1]);

/** Returns all products in the state of a simulated store, except those in its trash. */
export async function stateOf({ address }: SimulatedStore): Promise<InState[]> {
  const { products = [], posts = [] } = await callStore<{ products?: Row[]; posts?: Row[] }>(
    address,
    '/__simulator/ledger',
  );
  const rows = [...products, ...posts.filter(({ type }) => type === 'post')];
  return rows.map(({ title, name, handle, slug, status, published }) => ({
    title: title ?? name ?? '',
    handle: handle ?? slug ?? '',
    shown: published === true || shown.has(status),
  }));
}

/** Injects a fault into a simulated store, as named in `simulation-faults`. */
export async function breakStore({ address }: SimulatedStore, fault: object): Promise<void> {
  await callStore(address, '/__simulator/faults', { body: { add: [fault] } });
}

/** Any name under `localhost` is this machine, even if its resolver only knows the bare name. */
export function callStore<Answer>(
  host: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const port = host.split(':')[1];
  const requested = {
    method: body === undefined ? 'GET' : 'POST',
    host: '127.0.0.1',
    port,
    path,
    headers: { ...headers, host, ...(body && { 'content-type': 'application/json' }) },
  };
  return new Promise((resolve, reject) => {
    request(requested, (response) => {
      json(response).then((read) => resolve(read as Answer), reject);
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}
