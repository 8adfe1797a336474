import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../../..');

/** Every platform that is listed to. */
export const listedTo = ['shopify', 'woocommerce', 'wordpress', 'shopline', 'shoplazza', 'shopyy'] as const;

/** A store played on this machine, and what lets an app in. */
export interface PlayedStore {
  platform: string;
  address: string;
  ways: { connection: string; credentials: Record<string, string> }[];
}

export interface PlayedStores {
  stores: PlayedStore[];
  stop(): Promise<void>;
}

/** Simulates one store of each platform, with so many products of its own; by default of those that are listed to. */
export async function playStores(
  platforms: readonly string[] = listedTo,
  products = 3,
): Promise<PlayedStores> {
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
  const { stores }: { stores: PlayedStore[] } = JSON.parse(line);
  return {
    stores,
    async stop() {
      const gone = once(program, 'exit');
      program.kill('SIGINT');
      await gone;
    },
  };
}

/** What a program started beside them needs to know to reach them. */
export function reaching(stores: readonly Pick<PlayedStore, 'address'>[]): Record<string, string> {
  return { BOWERBIRD_ALLOWED_PRIVATE_HOSTS: stores.map(({ address }) => address).join(',') };
}

/** A product as the store itself has it. */
export interface InBook {
  title: string;
  handle: string;
  /** Whether shoppers see it. */
  shown: boolean;
}

/** A product in the books of a store, in the words of its platform. */
type Row = Partial<
  Record<'type' | 'title' | 'name' | 'handle' | 'slug', string> & Record<'status' | 'published', unknown>
>;

const shown = new Set<unknown>(['ACTIVE', 'active', 'publish', 1]);

/** All that stands in the books of a played store; what lies in its trash is left out. */
export async function bookOf({ address }: PlayedStore): Promise<InBook[]> {
  const { products = [], posts = [] } = await askStore<{ products?: Row[]; posts?: Row[] }>(
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

/** Makes something go wrong in a played store, as `simulation-faults` names it. */
export async function breakStore({ address }: PlayedStore, fault: object): Promise<void> {
  await askStore(address, '/__simulator/faults', { body: { add: [fault] } });
}

/** Any name under `localhost` is this machine, also where its resolver knows only the bare one. */
export function askStore<Answer>(
  host: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const port = host.split(':')[1];
  const asked = {
    method: body === undefined ? 'GET' : 'POST',
    host: '127.0.0.1',
    port,
    path,
    headers: { ...headers, host, ...(body && { 'content-type': 'application/json' }) },
  };
  return new Promise((resolve, reject) => {
    request(asked, (response) => {
      json(response).then((read) => resolve(read as Answer), reject);
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}
