import { describe, expect, it } from 'vitest';
import { after, type Event, newRow } from './model/row.ts';
import { rightWorlds } from './model/scenarios/right-worlds.ts';
import { wrongRules } from './model/scenarios/wrong-rules.ts';
import { simulate } from './model/simulate.ts';
import { right } from './model/world.ts';

// The small scenarios: `npm run proof:model` checks them all.
const small = {
  right: [
    'right: no unique key',
    'right: no unique key, a newer revision',
    'right: code refused, partial and a stranger',
    'right: upsert, no settle period',
    'right: draft first',
    'right: kept otherwise, published as stored, cancelled',
    'right: visibility, changes of mind',
    'right: cancel, partial products',
    'right: category, two runs',
  ],
  wrong: [
    'wrong: no intent, but a look before each send',
    'wrong: settle period one tick short',
    'wrong: no deadline',
    'wrong: no fence',
    'wrong: look by key alone, partial products',
    'wrong: whatever has our code is ours',
    'wrong: no after-check, applied twice',
    'wrong: updates by key',
    'wrong: put back without the restore rule, but a look first',
    'wrong: visibility restored however late it was changed',
    'wrong: cancelled, and created again',
    'wrong: cancelled, and its attempt in doubt forgotten',
    'wrong: nobody asks whether it was put back',
    'wrong: category, without a lock',
    'wrong: category, without an attempt',
  ],
};

describe('the listing protocol, in every state it can reach', () => {
  it.each(small.right)('keeps its promises: %s', { tags: ['slow'] }, (name) => {
    const verdict = rightWorlds.find((each) => each.name === name)?.run();

    expect(verdict).toMatchObject({ broken: '', trace: [], isWhole: true });
  });

  it.each(small.wrong)('is refuted: %s', (name) => {
    const scenario = wrongRules.find((each) => each.name === name);
    const verdict = scenario?.run();

    expect(scenario?.breaks).toEqual(expect.any(String));
    expect(verdict?.broken).toBe(scenario?.breaks);
    expect(verdict?.trace).not.toEqual([]);
  });
});

describe('random schedules in large worlds', () => {
  it('find nothing wrong with the right rules', () => {
    const tally = simulate('none', { ...right, draftFirst: true }, 60, 1);

    expect([...tally.broken]).toEqual([]);
    expect(tally.ended).toBeGreaterThan(40);
  });

  it('find a double where what is in doubt is sent again', () => {
    const tally = simulate('none', { ...right, inDoubt: 'resend' }, 60, 1);

    expect([...tally.broken.keys()]).toContain('two products');
  });
});

describe('a row of the ledger', () => {
  const appliedEvents = (...events: Event[]) => events.reduce(after, newRow);
  const listed: Event = { name: 'contentApplied', product: 1, isWanted: true, isShown: true };

  it('keeps the id it was bound to first, whatever a later answer names', () => {
    expect(appliedEvents(listed, { ...listed, product: 2 }).bound).toBe(1);
  });

  it('owes an after-check once an attempt is replaced that may still be applied', () => {
    const replaced = appliedEvents(
      listed,
      { name: 'checked' },
      { name: 'intended', kind: 'delist' },
      { name: 'leftUnknown' },
      { name: 'intended', kind: 'relist' },
      { name: 'neverSent' },
    );

    expect(replaced).toMatchObject({
      state: 'listed',
      open: null,
      checkOwed: true,
      restoresVisibility: true,
    });
  });

  it('is not gone back on by an after-check that a person did not ask for', () => {
    const quiet = appliedEvents(
      listed,
      { name: 'checked' },
      { name: 'intended', kind: 'delist' },
      {
        name: 'visibilityApplied',
        act: 'delist',
        isWanted: true,
      },
    );

    expect(quiet).toMatchObject({ shown: 'takenDown', checkOwed: true, restoresVisibility: false });
  });
});
