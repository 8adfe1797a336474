import {
  createWatch,
  deleteWatch,
  listWatches,
  runWatch,
  type Watch,
  watchHours,
} from '@bowerbird/contract/collect/watches';
import { idIn, oftenIn, oftenOptions, runActs, sayRows } from '../acts.ts';
import { type Command, exitCodes, type Given, WrongUse } from '../command.ts';
import type { Session } from '../session.ts';
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
    ...oftenOptions,
    price: { type: 'string' },
    stock: { type: 'boolean' },
  },

  run: (given) =>
    runActs('watches', given, async (session) => list(await session.call(listWatches), given), {
      add: async (session, subject) => list([await add(session, given, subject)], given),
      remove: async (session, subject) => {
        await session.call(deleteWatch, { params: { id: idIn('watches', subject) } });
        return exitCodes.done;
      },
      run: async (session, subject) => {
        const { runId } = await session.call(runWatch, { params: { id: idIn('watches', subject) } });
        return await reportRun(session, runId, given.flag('json'));
      },
    }),
};

async function add(session: Session, given: Given, address: string | undefined): Promise<Watch> {
  const target = await targetOf(session, given, address);
  const percent = given.whole('price') ?? 5;
  return await session.call(createWatch, {
    body: {
      name: given.text('name') ?? (target.kind === 'claimed' ? target.shop : hostOf(target.addresses[0])),
      ...oftenIn(given),
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

function hostOf(address: string | undefined): string {
  return URL.canParse(address ?? '') ? new URL(address ?? '').host : (address ?? '');
}

function list(all: readonly Watch[], given: Given): number {
  return sayRows(all, given, ({ id, name, shop, everyHours, on, nextAt, lastRun, alertCount }) => [
    id,
    name,
    shop,
    `every ${everyHours} h`,
    on ? `next ${nextAt}` : 'off',
    lastRun ? `${lastRun.state} ${lastRun.at}` : 'never read',
    `${alertCount} to see`,
  ]);
}
