import { describe, expect, it } from 'vitest';
import { SaveQueue } from './save-queue.ts';

/** Items are their own weight. A save lasts until the test releases it. */
function heldQueue() {
  const saves: { together: number[]; end: () => void; fail: (why: Error) => void }[] = [];
  const queue = new SaveQueue<number>(
    (together) =>
      new Promise((resolve, reject) => {
        saves.push({ together, end: resolve, fail: reject });
      }),
    { weightOf: (item) => item, togetherMax: 10, waitingMax: 20 },
  );
  return { queue, saves };
}

const aMoment = () => new Promise((resolve) => setImmediate(resolve));

describe('what waits to be saved', () => {
  it('is saved in order, together as far as it is not too much', async () => {
    const { queue, saves } = heldQueue();
    for (const item of [1, 6, 4, 3]) {
      await queue.add(item);
    }

    for (let at = 0; at < 3; at += 1) {
      saves[at]?.end();
      await aMoment();
    }
    await queue.drain();

    expect(saves.map(({ together }) => together)).toEqual([[1], [6, 4], [3]]);
    expect(queue.idle).toBe(true);
  });

  it('is saved alone when it is too much for itself', async () => {
    const { queue, saves } = heldQueue();
    await queue.add(1);
    await queue.add(15);
    await queue.add(2);

    saves[0]?.end();
    await aMoment();

    expect(saves[1]?.together).toEqual([15]);
  });

  it('holds up whoever brings more, until there is room', async () => {
    const { queue, saves } = heldQueue();
    await queue.add(1);
    await queue.add(12);
    let added = false;
    const adding = queue.add(12).then(() => {
      added = true;
    });
    await aMoment();
    const before = added;

    saves[0]?.end();
    await adding;

    expect(before).toBe(false);
    expect(added).toBe(true);
  });

  it('is not saved after a failure, which everybody who waits hears of', async () => {
    const { queue, saves } = heldQueue();
    await queue.add(1);
    await queue.add(5);
    saves[0]?.fail(new Error('disk full'));

    await expect(queue.drain()).rejects.toThrow('disk full');
    await expect(queue.add(20)).rejects.toThrow('disk full');
    expect(saves).toHaveLength(1);
  });
});
