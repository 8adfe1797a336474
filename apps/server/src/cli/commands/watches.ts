import {
  createWatch,
  deleteWatch,
  listWatches,
  runWatch,
  type Watch,
  watchHours,
} from '@bowerbird/contract/collect/watches';
import { type Command, exitCodes, type Given, say, WrongUse } from '../command.ts';
import { type Session, withSession } from '../session.ts';
import { decide, scopeIn } from './collect.ts';
import { reportRun } from './recollect.ts';

export const watches: Command = {
  usage: `watches [--json] [--for EMAIL]
watches add (URL | --claimed HOST --platform P) [--name N] [--every HOURS] [--hour H] [--zone Z] [--price PERCENT] [--stock]
watches remove ID
watches run ID

  --claimed HOST   the sources of all that is claimed from a shop
  --every HOURS    ${watchHours.join(', ')}; left out, 24
  --hour H         hour of the day to begin at, for once a day and more seldom; left out, 6
  --zone Z         the time zone of that hour, as Asia/Shanghai; left out, this machine's
  --price PERCENT  tells of prices that move by so much; left out, 5; 0 tells of none
  --stock          asks for stock quantities at each reading (Shopify, SHOPLINE): one more request for each product
  --platform P, --scope S   as for collect`,
  options: {
    claimed: { type: 'string' },
    platform: { type: 'string' },
    scope: { type: 'string' },
    name: { type: 'string' },
    every: { type: 'string' },
    hour: { type: 'string' },
    zone: { type: 'string' },
    price: { type: 'string' },
    stock: { type: 'boolean' },
  },

  run: (given) => {
    const [act, subject, ...more] = given.words;
    if (more.length > 0) {
      throw new WrongUse(`Too much is given: ${more.join(' ')}`);
    }
    return withSession(given, async (session) => {
      const json = given.flag('json');
      switch (act) {
        case undefined:
          return list(await session.call(listWatches), json);
        case 'add':
          return list([await add(session, given, subject)], json);
        case 'remove':
          await session.call(deleteWatch, { params: { id: idIn(subject) } });
          return exitCodes.done;
        case 'run': {
          const { runId } = await session.call(runWatch, { params: { id: idIn(subject) } });
          return await reportRun(session, runId, json);
        }
        default:
          throw new WrongUse(`watches takes add, remove or run, not ${act}`);
      }
    });
  },
};

function idIn(subject: string | undefined): string {
  if (subject === undefined) {
    throw new WrongUse('Say which: the id that `watches` lists first');
  }
  return subject;
}

async function add(session: Session, given: Given, address: string | undefined): Promise<Watch> {
  const target = await targetOf(session, given, address);
  const percent = given.whole('price') ?? 5;
  return await session.call(createWatch, {
    body: {
      name: given.text('name') ?? (target.kind === 'claimed' ? target.shop : hostOf(target.addresses[0])),
      everyHours: hoursIn(given),
      hour: given.whole('hour') ?? 6,
      timeZone: given.text('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      alerts: { pricePercent: percent === 0 ? null : percent, stock: true, gone: true },
      stock: given.flag('stock'),
      target,
    },
  });
}

async function targetOf(
  session: Session,
  given: Given,
  address: string | undefined,
): Promise<Watch['target']> {
  const shop = given.text('claimed');
  if ((shop === undefined) === (address === undefined)) {
    throw new WrongUse('Say what to watch: an address, or --claimed HOST --platform P');
  }
  if (shop !== undefined) {
    return { kind: 'claimed', platform: given.needed('platform', 'platform'), shop };
  }
  const requested = await decide(session, address ?? '', given.text('platform'), scopeIn(given));
  return { kind: 'addresses', ...requested, addresses: [address ?? ''] };
}

function hoursIn(given: Given): Watch['everyHours'] {
  const wanted = given.whole('every') ?? 24;
  const hours = watchHours.find((each) => each === wanted);
  if (hours === undefined) {
    throw new WrongUse(`--every takes ${watchHours.join(', ')}, not ${wanted}`);
  }
  return hours;
}

function hostOf(address: string | undefined): string {
  return URL.canParse(address ?? '') ? new URL(address ?? '').host : (address ?? '');
}

function list(all: readonly Watch[], json: boolean): number {
  for (const watch of json ? [] : all) {
    const state = watch.on ? `next ${watch.nextAt}` : 'off';
    const last = watch.lastRun ? `${watch.lastRun.state} ${watch.lastRun.at}` : 'never read';
    const alerts = `${watch.alertCount} to see`;
    say([watch.id, watch.name, watch.shop, `every ${watch.everyHours} h`, state, last, alerts].join('\t'));
  }
  if (json) {
    say(JSON.stringify(all));
  }
  return exitCodes.done;
}
