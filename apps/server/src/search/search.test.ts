import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { testPerson } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { createRun } from '../runs/runs.ts';
import { findRunPeople, findRuns, type RunsRequest } from './runs.ts';

const { db } = await testDatabase();
const ann = await testOwner(db);
const [annie, amy] = [await testPerson(db, ann, 'Annie'), await testPerson(db, ann, 'Amy')];
const run = (title: string, kind: 'collect' | 'export', createdBy: string, ownerId = ann) =>
  asOwner(db, ownerId, (owned) => createRun(owned, ownerId, { kind, title, request: {}, createdBy }));
const found = async (request: Partial<RunsRequest>, ownerId = ann) => {
  const page = await asOwner(db, ownerId, (owned) =>
    findRuns(owned, ownerId, { text: '', by: [], limit: 20, ...request }),
  );
  return { ...page, titles: page.items.map(({ title }) => title) };
};

await run('glade-home.example', 'collect', annie);
await run('autumn 100%.csv', 'export', amy);
await run('Glade autumn.csv', 'export', annie);

it('finds runs whose name holds the words, the newest first, whatever the case', async () => {
  expect((await found({ text: 'glade' })).titles).toEqual(['Glade autumn.csv', 'glade-home.example']);
  expect((await found({ text: '100%' })).titles).toEqual(['autumn 100%.csv']);
  expect((await found({ text: '_lade' })).titles).toEqual([]);
});

it('narrows them by kind and by who began them', async () => {
  expect((await found({ kind: 'export', by: [annie] })).titles).toEqual(['Glade autumn.csv']);
  expect((await found({ state: 'open', by: [amy] })).titles).toEqual(['autumn 100%.csv']);
  expect((await asOwner(db, ann, (owned) => findRunPeople(owned, ann))).map(({ name }) => name)).toEqual([
    'Amy',
    'Annie',
  ]);
});

it('continues where a page ended, and shows another merchant nothing', async () => {
  const first = await found({ limit: 2 });
  const second = await found({ limit: 2, cursor: first.nextCursor ?? '' });

  expect([...first.titles, ...second.titles]).toEqual([
    'Glade autumn.csv',
    'autumn 100%.csv',
    'glade-home.example',
  ]);
  expect(second.nextCursor).toBeNull();
  expect((await found({}, await testOwner(db))).titles).toEqual([]);
});
