import { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { WatchedFile } from '@bowerbird/contract/files/watched';
import {
  check,
  enum as enumOf,
  extend,
  type input,
  nullable,
  type output,
  pick,
  pipe,
  string,
  uuid,
} from 'zod/mini';
import { ownZone } from '../../../lib/text/sentences/zone-text.ts';
import type { NewWatched, WatchedChange } from './queries.ts';

const Fields = extend(
  pick(WatchedFile, { everyHours: true, hour: true, timeZone: true, applies: true, whole: true }),
  {
    sourceId: pipe(nullable(uuid()), uuid()),
    kind: enumOf(['address', 'folder']),
    address: string(),
    folder: string(),
    claim: nullable(NewProductsRule),
  },
);

/** What the form of a new watched file holds. */
export const NewWatchedContent = Fields.check(
  check(({ value, issues }) => {
    const field = value.kind;
    if (value[field].trim() === '') {
      issues.push({ code: 'custom', input: value[field], path: [field], message: '' });
    }
  }),
);
/** What the form of one that exists holds: a blank address stays as it is. */
export const ChangedContent = Fields;
export type WatchedDraft = input<typeof Fields>;
export type WatchedContent = output<typeof Fields>;

export function newDraft(
  supplier: Pick<WatchedFile['source'], 'id' | 'claim'> | undefined,
  folders: readonly string[],
): WatchedDraft {
  return {
    sourceId: supplier?.id ?? null,
    kind: 'address',
    address: '',
    folder: folders[0] ?? '',
    everyHours: 24,
    hour: 6,
    timeZone: ownZone(),
    applies: false,
    whole: true,
    claim: supplier?.claim ?? null,
  };
}

export function draftOf(watched: WatchedFile): WatchedDraft {
  const { source, where, everyHours, hour, timeZone, applies, whole } = watched;
  return {
    sourceId: source.id,
    kind: where.kind,
    address: '',
    folder: where.kind === 'folder' ? where.shown : '',
    everyHours,
    hour,
    timeZone,
    applies,
    whole,
    claim: source.claim,
  };
}

/** Returns what creates a watched file. */
export function newRequestOf(content: WatchedContent): NewWatched {
  const { sourceId } = content;
  return { ...timesOf(content), sourceId, where: whereOf(content), claim: content.claim };
}

/** Returns what changes a watched file: its place only where another was entered, the supplier's rule only where another was chosen. */
export function changeOf(watched: WatchedFile, content: WatchedContent): WatchedChange {
  const isSame =
    content.kind === watched.where.kind &&
    (content.kind === 'address'
      ? content.address.trim() === ''
      : content.folder.trim() === watched.where.shown);
  const { claim } = content;
  return {
    ...timesOf(content),
    on: watched.on,
    ...(isSame ? {} : { where: whereOf(content) }),
    ...(JSON.stringify(claim) !== JSON.stringify(watched.source.claim) && { claim }),
  };
}

function whereOf({ kind, address, folder }: WatchedContent): NewWatched['where'] {
  return kind === 'address' ? { kind, address: address.trim() } : { kind, folder: folder.trim() };
}

function timesOf({ everyHours, hour, timeZone, applies, whole }: WatchedContent) {
  return { everyHours, hour, timeZone, applies, whole };
}
