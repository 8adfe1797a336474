import {
  createExportLink,
  type ExportLink,
  listExportLinks,
  revokeExportLink,
} from '@bowerbird/contract/exports/links';
import { listExportSchedules } from '@bowerbird/contract/exports/schedules';
import { listExportFiles } from '@bowerbird/contract/products/export';
import { idIn, runActs, sayRows } from '../acts.ts';
import { type Command, exitCodes, type Given, say, WrongUse } from '../command.ts';
import type { Session } from '../session.ts';

export const links: Command = {
  usage: `links [--json] [--for EMAIL]
links add (FILE | --schedule NAME) [--hours N] [--downloads N] [--json]
links revoke ID

  FILE              an exported file, by its name, its id or its run
  --schedule NAME   whatever file of this scheduled export is the newest
  --hours N         how long the link is open: 1 to 720, of a schedule to 8784; left out, 168
  --downloads N     how often the file may be downloaded; left out, without limit

The address is shown this once. It begins with BOWERBIRD_PUBLIC_URL.`,
  options: {
    schedule: { type: 'string' },
    hours: { type: 'string' },
    downloads: { type: 'string' },
  },

  run: (given) =>
    runActs(
      'links',
      given,
      async (session) => list(await session.call(listExportLinks, { query: {} }), given),
      {
        add: (session, subject) => add(session, given, subject),
        revoke: async (session, subject) =>
          list([await session.call(revokeExportLink, { params: { id: idIn('links', subject) } })], given),
      },
    ),
};

async function add(session: Session, given: Given, subject: string | undefined): Promise<number> {
  const downloadsMax = given.whole('downloads');
  const { link, address } = await session.call(createExportLink, {
    body: {
      to: await targetOf(session, subject, given.text('schedule')),
      hours: given.whole('hours') ?? 168,
      ...(downloadsMax !== undefined && { downloadsMax }),
    },
  });
  say(given.flag('json') ? JSON.stringify({ ...link, address }) : address);
  return exitCodes.done;
}

async function targetOf(
  session: Session,
  subject: string | undefined,
  schedule: string | undefined,
): Promise<{ what: 'file' | 'schedule'; id: string }> {
  if ((subject === undefined) === (schedule === undefined)) {
    throw new WrongUse('Say what the link gives: an exported file, or --schedule NAME');
  }
  if (schedule !== undefined) {
    const all = await session.call(listExportSchedules);
    const found = all.find(({ name }) => name.toLowerCase() === schedule.trim().toLowerCase());
    if (!found) {
      throw new WrongUse(`No scheduled export is called ${schedule}`);
    }
    return { what: 'schedule', id: found.id };
  }
  const { items } = await session.call(listExportFiles, { query: { limit: '200' } });
  const found = items.find(({ id, runId, name }) => [id, runId, name].includes(subject ?? ''));
  if (!found) {
    throw new WrongUse(`No exported file is called ${subject}`);
  }
  return { what: 'file', id: found.id };
}

function list(all: readonly ExportLink[], given: Given): number {
  return sayRows(all, given, ({ id, name, state, expiresAt, downloads, downloadsMax }) => [
    id,
    name,
    state,
    `until ${expiresAt}`,
    `${downloads}${downloadsMax === null ? '' : ` of ${downloadsMax}`} downloads`,
  ]);
}
