import { recordByOperator } from '../../audit/by-operator.ts';
import { KeyFolder } from '../../seal/key-folder.ts';
import { forgetKey } from '../../seal/required-keys.ts';
import { countSealed } from '../../seal/reseal.ts';
import { type Kept, removeOldKeys, rotateKeys } from '../../seal/rotate.ts';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { withProgram } from '../session.ts';

export const keys: Command = {
  usage: `keys [rotate|remove|forget ID] [--json]

           Without a word: the keys, when they were made, and how many rows each seals.
  rotate   Makes a new key and seals everything with it, while the program runs. Interrupted, the next rotate goes on with the same key.
  remove   Deletes old keys that no row needs, ten minutes after another took their place. Older backups have their own.
  forget   Notes that the key with this ID is lost, so that the program starts without it. What it sealed must be entered again.`,
  options: {},

  run(given) {
    const [word, id, more] = given.words;
    if (word === 'forget' && id !== undefined && more === undefined) {
      return forget(given, id);
    }
    const work =
      word === undefined ? show : word === 'rotate' ? rotate : word === 'remove' ? remove : undefined;
    if (work === undefined || id !== undefined) {
      throw new WrongUse('Which is it? keys, keys rotate, keys remove, or keys forget ID (see keys --help)');
    }
    return withProgram(async ({ services }) => {
      const { db, clock, config } = services;
      const folder = await KeyFolder.open(config.dataFolder);
      return await work(given, { db, clock, keys: folder, record: recordByOperator });
    });
  },
};

async function forget(given: Given, id: string): Promise<number> {
  return await withProgram(async ({ services: { db, config } }) => {
    const folder = await KeyFolder.open(config.dataFolder);
    const sealed = (await countSealed(db)).filter(({ keyId }) => keyId === id);
    if (id !== 'fingerprint' && (folder.find(id) || sealed.length === 0)) {
      throw new WrongUse(`${id} is no missing key. See: keys`);
    }
    const rows = sealed.reduce((sum, each) => sum + each.rows, 0);
    await db.transaction().execute(async (inside) => {
      await forgetKey(inside, id);
      await recordByOperator(inside, 'key-forgotten', { key: id, rows });
    });
    say(
      given.flag('json')
        ? JSON.stringify({ forgotten: id, rows })
        : `${id}: the program starts without it. ${rows} values that it sealed must be entered again.`,
    );
    return exitCodes.done;
  });
}

type Parts = Parameters<typeof rotateKeys>[0];

async function show(given: Given, { db, keys: folder }: Parts): Promise<number> {
  const rows = new Map<string, number>();
  for (const { keyId, rows: more } of await countSealed(db)) {
    rows.set(keyId, (rows.get(keyId) ?? 0) + more);
  }
  const current = folder.current();
  const found = folder.list().map(({ number, id, madeAt }) => ({
    number,
    id,
    madeAt,
    rows: rows.get(id) ?? 0,
    current: id === current.id,
  }));
  const missing = [...rows].filter(([id]) => !folder.find(id)).map(([id, count]) => ({ id, rows: count }));
  if (given.flag('json')) {
    say(JSON.stringify({ keys: found, missing }));
  } else {
    for (const each of found) {
      say(`${each.number}\t${each.id}\t${each.madeAt}\t${each.rows} rows${each.current ? '\tcurrent' : ''}`);
    }
  }
  for (const { id, rows: count } of missing) {
    inform(`${count} rows need the key ${id}, which is not here. Put it back from a backup.`);
  }
  return missing.length > 0 ? exitCodes.partly : exitCodes.done;
}

async function rotate(given: Given, parts: Parts): Promise<number> {
  const done = await rotateKeys(parts);
  if (done === null) {
    throw new WrongUse('Somebody else is changing keys. Try again when that is done.');
  }
  const { key, isNew, rows, altered } = done;
  say(
    given.flag('json')
      ? JSON.stringify({ number: key.number, id: key.id, isNew, rows, altered })
      : isNew
        ? `key ${key.number} (${key.id}) is new: ${rows} rows were sealed with it. Old keys stay until: keys remove`
        : `key ${key.number} (${key.id}): ${rows} rows of an earlier rotation were sealed with it. No key was made; run it again for another one.`,
  );
  for (const each of altered) {
    inform(`${each} cannot be opened and was left as it is: it was changed in the database.`);
  }
  return altered.length > 0 ? exitCodes.partly : exitCodes.done;
}

const reasons: Record<Kept['because'], string> = {
  rows: 'rows still need it. Run: keys rotate',
  grace: 'another took its place less than ten minutes ago.',
  backup: 'a backup is being written. Try again when that is done.',
};

async function remove(given: Given, parts: Parts): Promise<number> {
  const done = await removeOldKeys(parts);
  if (done === null) {
    throw new WrongUse('Somebody else is changing keys. Try again when that is done.');
  }
  const { removed, kept } = done;
  if (given.flag('json')) {
    const numberOf = ({ key, because }: Kept) => ({ number: key.number, because });
    say(JSON.stringify({ removed: removed.map(({ number }) => number), kept: kept.map(numberOf) }));
  } else {
    say(
      removed.length === 0
        ? 'nothing was removed'
        : `removed: ${removed.map(({ number }) => number).join(', ')}`,
    );
    for (const { key, because } of kept) {
      say(`key ${key.number} stays: ${reasons[because]}`);
    }
  }
  return kept.length > 0 ? exitCodes.partly : exitCodes.done;
}
