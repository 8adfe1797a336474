import { expect, it } from 'vitest';
import { withReferences } from './references.ts';

it('puts in what a reference names, by field, place and quoted name, and through other references', () => {
  const sent = {
    list: [{ a: 1 }, { $ref: '$.list[0]' }],
    far: { $ref: '$["odd name"].x\\.y' },
    'odd name': { 'x.y': { $ref: '$.list[1]' } },
    through: { $ref: '$.far.a' },
  };

  expect(withReferences(sent)).toEqual({
    list: [{ a: 1 }, { a: 1 }],
    far: { a: 1 },
    'odd name': { 'x.y': { a: 1 } },
    through: 1,
  });
});

it('makes null of what leads nowhere or in a circle, and ends where a part refers to what holds it', () => {
  const read = withReferences({
    gone: { $ref: '$.a.b' },
    one: { $ref: '$.other' },
    other: { $ref: '$.one' },
    inherited: { $ref: '$.constructor' },
    parent: { $ref: '../..' },
    all: { $ref: '$' },
  });

  expect(read).toMatchObject({ gone: null, one: null, other: null, inherited: null, parent: null });
  expect(read).toMatchObject({ all: { all: { gone: null } } });
});

it('does not grow with the number of references to one part', () => {
  const sent = {
    big: { list: Array.from({ length: 1000 }, () => 'x') },
    many: Array(5000).fill({ $ref: '$.big' }),
  };
  const read = withReferences(sent);

  expect(read).toHaveProperty('many[4999].list[999]', 'x');
  expect(new Set((read as { many: unknown[] }).many).size).toBe(1);
});
