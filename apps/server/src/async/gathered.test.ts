import { expect, it } from 'vitest';
import { Gathered } from './gathered.ts';

function counting() {
  const together: number[][] = [];
  const gathered = new Gathered(async (asked: readonly number[]) => {
    together.push([...asked]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (asked.includes(13)) {
      throw new Error('unlucky');
    }
    return asked.map((number) => number * 2);
  });
  return { together, gathered };
}

it('answers each question of one turn with its own answer, in one go', async () => {
  const { together, gathered } = counting();

  expect(await Promise.all([1, 2, 3].map((each) => gathered.ask(each)))).toEqual([2, 4, 6]);
  expect(together).toEqual([[1, 2, 3]]);
});

it('a question asked while others are answered is answered after them, never with what was read before it', async () => {
  const { together, gathered } = counting();
  const first = gathered.ask(1);
  await Promise.resolve();
  await Promise.resolve();
  const others = [gathered.ask(2), gathered.ask(3)];

  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6]);
  expect(together).toEqual([[1], [2, 3]]);
});

it('a failure concerns those asked together, and no later ones', async () => {
  const { gathered } = counting();
  const failed = await Promise.allSettled([gathered.ask(1), gathered.ask(13)]);

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await gathered.ask(4)).toBe(8);
});
