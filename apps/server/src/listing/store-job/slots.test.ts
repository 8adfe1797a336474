import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

/** Runs `count` tasks that all arrive at once at a store that takes `tookMs`; the clock otherwise stands still. */
async function most(count: number, tookMs: number): Promise<{ prepared: number; underWay: number }> {
  let now = 0;
  const slots = new Slots(2, { monotonic: () => now });
  const under = { prepared: 0, underWay: 0 };
  const ever = { prepared: 0, underWay: 0 };
  const enter = (what: keyof typeof under) => {
    under[what] += 1;
    ever[what] = Math.max(ever[what], under[what]);
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await Promise.all(
    Array.from({ length: count }, () =>
      slots.run(async (send) => {
        enter('prepared');
        await turn();
        await send(async () => {
          enter('underWay');
          await turn();
          now += tookMs;
          under.underWay -= 1;
        });
        under.prepared -= 1;
      }),
    ),
  );
  return ever;
}

it('intents that come at once wait for their requests, or a slow store is sent them when their gates are shut', async () => {
  expect(await most(25, 2000)).toEqual({ prepared: 2, underWay: 2 });
});

it('a quick store has one more intent written down meanwhile', async () => {
  expect(await most(25, 1)).toEqual({ prepared: 3, underWay: 2 });
});

it('what waits to begin begins by rank, and what is recorded is sent in the order in which it was recorded', async () => {
  const slots = new Slots(1, { monotonic: () => 0 });
  const order: string[] = [];
  const run = (name: string, rank: number) =>
    slots.run(async (send) => {
      order.push(`records ${name}`);
      await send(async () => void order.push(`sends ${name}`));
    }, rank);

  await Promise.all([run('a', 0), run('of a later group', 20), run('of the next group', 10), run('b', 0)]);

  expect(order.filter((each) => each.startsWith('records'))).toEqual([
    'records a',
    'records b',
    'records of the next group',
    'records of a later group',
  ]);
  expect(order.filter((each) => each.startsWith('sends')).map((each) => each.slice(6))).toEqual(
    order.filter((each) => each.startsWith('records')).map((each) => each.slice(8)),
  );
});
