import { createInterface } from 'node:readline';
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { checkStore, connectStore, listStores, type Store } from '@bowerbird/contract/listing/stores';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

export const stores: Command = {
  usage: `stores add --platform P --name NAME --domain DOMAIN [--connection C] [--token TOKEN | --field NAME=VALUE ...]
stores check [NAME]
stores list [--json] [--for EMAIL]

  --connection C   the way to connect; left out, the platform's first
  --token TOKEN    short for --field token=TOKEN
  A value of - is read from standard input, so that no secret stands in the list of processes.`,
  options: {
    platform: { type: 'string' },
    name: { type: 'string' },
    domain: { type: 'string' },
    connection: { type: 'string' },
    token: { type: 'string' },
    field: { type: 'string', multiple: true },
  },

  run: (given) => {
    const [what = 'list', name] = given.words;
    return withSession(given, async (session) => {
      switch (what) {
        case 'add':
          return report([await add(session, given)], given);
        case 'check':
          return report(await check(session, name), given);
        case 'list':
          return report(await session.call(listStores), given, exitCodes.done);
        default:
          throw new WrongUse(`stores ${what} is not known. Use add, check or list.`);
      }
    });
  },
};

async function add(session: Session, given: Given): Promise<Store> {
  const platform = given.text('platform') ?? 'shopify';
  const info = (await session.call(listPlatforms)).find(({ id }) => id === platform);
  const connection = given.text('connection') ?? info?.connections[0]?.id;
  if (!info || connection === undefined) {
    throw new WrongUse(`Nothing is listed to ${platform}.`);
  }
  const domain = given.needed('domain', 'domain');
  return await session.call(connectStore, {
    body: {
      platform,
      name: given.text('name') ?? domain,
      domain,
      connection,
      credentials: await credentialsIn(given),
    },
  });
}

async function credentialsIn(given: Given): Promise<Record<string, string>> {
  const token = given.text('token');
  const fields = [...(token === undefined ? [] : [`token=${token}`]), ...given.list('field')];
  const credentials: Record<string, string> = {};
  for (const field of fields) {
    const split = field.indexOf('=');
    if (split < 1) {
      throw new WrongUse('--field takes NAME=VALUE');
    }
    const value = field.slice(split + 1);
    credentials[field.slice(0, split)] = value === '-' ? await readLine(field.slice(0, split)) : value;
  }
  return credentials;
}

async function readLine(name: string): Promise<string> {
  inform(`${name}:`);
  for await (const line of createInterface({ input: process.stdin })) {
    return line.trim();
  }
  throw new WrongUse(`Standard input held no ${name}.`);
}

async function check(session: Session, name: string | undefined): Promise<Store[]> {
  const known = await session.call(listStores);
  const chosen = name === undefined ? known : [storeNamed(known, name)];
  return await Promise.all(chosen.map(({ id }) => session.call(checkStore, { params: { id } })));
}

/** Returns the store with this name, id or domain. */
export function storeNamed(known: readonly Store[], name: string): Store {
  const fits = known.filter((store) => [store.name, store.id, store.domain].includes(name));
  const [store] = fits;
  if (!store || fits.length > 1) {
    throw new WrongUse(
      store
        ? `Several stores are called ${name}: use the id.`
        : `No store is called ${name}. See: stores list`,
    );
  }
  return store;
}

function report(found: readonly Store[], given: Given, always?: number): number {
  if (given.flag('json')) {
    say(JSON.stringify(found));
  }
  for (const store of given.flag('json') ? [] : found) {
    say([store.name, store.platform, store.domain, store.state, store.id].join('\t'));
    for (const { right } of store.rights.filter(({ held, needed }) => needed && !held)) {
      say(`  missing right: ${right}`);
    }
    if (store.fault) {
      say(`  ${sentenceOf(store.fault)}`);
    }
  }
  return always ?? (found.every(({ state }) => state === 'ready') ? exitCodes.done : exitCodes.failed);
}
