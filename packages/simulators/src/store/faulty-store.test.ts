import { describe, expect, it } from 'vitest';
import { type Fault, Faults } from '../simulation-faults.ts';
import { answerFaultily, type FaultyParts } from './faulty-store.ts';

/** Returns a store on a fake clock, and when each write was applied and answered. */
function open(...faults: Fault[]) {
  let now = 0;
  const due: { at: number; work: (at: number) => void }[] = [];
  const applied: number[] = [];
  const wakers: { at: number; wake: () => void }[] = [];
  const parts: FaultyParts = {
    faults: new Faults(() => 0.5),
    outside: {
      now: () => now,
      random: () => 0.5,
      sleep: (ms) => new Promise((wake) => wakers.push({ at: now + ms, wake })),
    },
    later: (at, work) => void due.push({ at, work }),
    limitReached: () => new Response('too many', { status: 429 }),
  };
  parts.faults.add(...faults);
  const write = () =>
    answerFaultily(
      {
        marked: 'POST /products',
        isWrite: true,
        apply: (at = now) => {
          applied.push(at);
          return new Response('made');
        },
      },
      parts,
    );
  /** Advances the time and inspects the store, which applies what is due by then. */
  const pass = async (ms: number, isLookedAt = true) => {
    now += ms;
    for (const each of isLookedAt ? due.splice(0).filter(({ at }) => at <= now) : []) {
      each.work(each.at);
    }
    for (const { at, wake } of wakers) {
      if (at <= now) {
        wake();
      }
    }
    await Promise.resolve();
  };
  return { write, pass, applied };
}

describe('a simulated store that is slow to write', () => {
  it('applies a write only at the end of its time, and then answers', async () => {
    const { write, pass, applied } = open({ kind: 'slow-write', value: 20_000 });
    const answer = write();

    await pass(19_999);
    const before = [...applied];
    await pass(1);

    expect(before).toEqual([]);
    expect(await (await answer).text()).toBe('made');
    expect(applied).toEqual([20_000]);
  });

  it('applies it at its time and once, however late the machine comes to it, looked at or not', async () => {
    const looked = open({ kind: 'slow-write', value: 20_000 });
    const alone = open({ kind: 'slow-write', value: 20_000 });
    const answers = [looked.write(), alone.write()];

    await looked.pass(90_000);
    await alone.pass(90_000, false);
    await Promise.all(answers);

    expect([looked.applied, alone.applied]).toEqual([[20_000], [20_000]]);
  });

  it('applies it at once and answers late, where that was set', async () => {
    const { write, pass, applied } = open({ kind: 'slow-answer', value: 20_000 });
    let isAnswered = false;
    const answer = write().then(() => {
      isAnswered = true;
    });

    await pass(19_999);
    expect([applied, isAnswered]).toEqual([[0], false]);
    await pass(1);
    await answer;
    expect(applied).toEqual([0]);
  });

  it('says that its limit is used up though it applied the write', async () => {
    const { write, applied } = open({ kind: 'limit-though-applied' });

    expect((await write()).status).toBe(429);
    expect(applied).toEqual([0]);
  });
});
