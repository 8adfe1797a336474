import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct } from '../../apps/console/e2e/product.ts';
import type { FromAttacker, ToAttacker, Victim } from './attacks/messages.ts';
import { otherPeople, signIn, type Times } from './attacks/other-people.ts';
import { type ProcessorTime, processorTime } from './attacks/processor-time.ts';
import type { BenchRow } from './row.ts';

/** Seconds of each attack, and of the same calls without it; both in several turns, so that other load weighs on both. */
const seconds = Number(process.env.ATTACK_SECONDS ?? 20);
const turns = 4;
/** Names of the attacks to measure; all unless they are given. */
const chosen = process.env.ATTACKS?.split(',');

/**
 * Attacks by the name that `attacks/attacker.ts` uses. The first costs the service next to nothing: its effect is the
 * floor of any attack.
 */
const attacks = {
  refused: 'calls to no route, refused at once',
  addresses: 'addresses that are slow to split',
  shop: 'a shop whose pages unpack to 30 MB',
  images: 'uploaded images of 49 megapixels',
};

/**
 * Measures what other people's calls take at the 95th percentile while one merchant attacks the service from a separate
 * process, compared with the same calls without an attack, in turns: addresses that are slow to split, a shop whose answers unpack to a
 * thousand times their size, and images larger than accepted. The others sign in and open the audit log. Reports which
 * process used the processors meanwhile.
 */
export async function benchAttacks(): Promise<BenchRow[]> {
  const attacker = await startAttacker();
  try {
    const rows: BenchRow[] = [];
    for (const [attack, name] of Object.entries(attacks).filter(([each]) => chosen?.includes(each) ?? true)) {
      rows.push(...(await benchAttack(attacker, attack, name)));
    }
    return rows;
  } finally {
    attacker.end();
  }
}

/** Measures one attack on a service of its own: what another attack has started may go on for minutes. */
async function benchAttack(attacker: Attacker, attack: string, name: string): Promise<BenchRow[]> {
  const { product, stop } = await startProduct({
    BOWERBIRD_ALLOWED_PRIVATE_HOSTS: attacker.shop,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  try {
    await otherPeople(product, 3);
    const [quiet, during] = [noTimes(), noTimes()];
    for (let turn = 0; turn < turns; turn += 1) {
      add(quiet, await otherPeople(product, seconds / turns));
      add(during, await attackedBy(attacker, attack, product));
      // Work that was started may finish, so that it is not counted against what follows.
      await sleep(3000);
    }
    return (['list', 'sign-in'] as const).map((what) => {
      const [ours, floor] = [p95(during[what]), p95(quiet[what])];
      return {
        what: `another person's ${what} at the 95th percentile, during ${name}`,
        ours: `${ours.toFixed(0)} ms`,
        floor: `${floor.toFixed(0)} ms (without an attack)`,
        ratio: floor / ours,
        aim: '0.5',
      };
    });
  } finally {
    await stop();
  }
}

const noTimes = (): Times => ({ list: [], 'sign-in': [] });

function add(times: Times, more: Times): void {
  times.list.push(...more.list);
  times['sign-in'].push(...more['sign-in']);
}

type Attacker = Awaited<ReturnType<typeof startAttacker>>;

async function attackedBy(attacker: Attacker, attack: string, product: Product): Promise<Times> {
  const token = await signIn(product, product.merchant);
  attacker.begin(attack, { url: product.url, token });
  await sleep(2000);
  const before = processorTime();
  const times = await otherPeople(product, seconds / turns);
  const after = processorTime();
  const { sent, refused } = await attacker.stop();
  const parts = Object.keys(after) as (keyof ProcessorTime)[];
  const shares = parts.map(
    (part) => `${part} ${((after[part] - before[part]) / (seconds / turns) / 1000).toFixed(2)}`,
  );
  console.error(`${attack}: ${sent} calls, ${refused} refused; processors taken: ${shares.join(', ')}`);
  return times;
}

async function startAttacker() {
  const file = new URL('./attacks/attacker.ts', import.meta.url);
  const child = fork(file, { execArgv: [], env: { PATH: process.env.PATH } });
  const send = (message: ToAttacker) => child.send(message);
  const reported = async <Kind extends FromAttacker['kind']>(kind: Kind) => {
    // Any other end is reported with its own message.
    const [message] = (await once(child, 'message')) as [FromAttacker];
    if (message.kind !== kind) {
      throw new Error(`the attacker said ${message.kind}`);
    }
    return message as FromAttacker & { kind: Kind };
  };
  const { shop } = await reported('ready');
  return {
    shop,
    begin: (attack: string, victim: Victim) => send({ kind: 'begin', attack, ...victim }),
    async stop() {
      send({ kind: 'end' });
      return await reported('ended');
    },
    end: () => child.disconnect(),
  };
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}
