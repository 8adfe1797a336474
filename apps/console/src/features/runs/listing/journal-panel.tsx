import type { ListingJournal, ListingRun } from '@bowerbird/contract/listing/listing';
import { Link } from 'react-router';
import { array, object, safeParse, string } from 'zod/mini';
import { fieldWordOf, useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Focus } from '../focus.ts';
import { useJournal } from '../queries.ts';
import { ConflictActions } from './conflict-actions.tsx';
import type { Place } from './place-cell.tsx';
import { glyphOf } from './place-cell.tsx';
import { StoreActions } from './store-actions.tsx';
import './journal.css';
import '../rejections/rejections.css';

interface JournalPanelProps {
  listing: ListingRun;
  focus: Focus | null;
  onFocus(focus: Focus): void;
}

/** What was recorded, sent, answered, queried and decided for one product in one store. */
export function JournalPanel({ listing, focus, onFocus }: JournalPanelProps) {
  const text = useText();
  if (focus === null) {
    return <p className="quiet journal-none">{text('runs.journal.choose')}</p>;
  }
  const { item, storeId } = focus;
  const place = item.places.find((each) => each.storeId === storeId);
  const name = (id: string) => listing.storeJobs.find((storeJob) => storeJob.storeId === id)?.storeName ?? '';
  return (
    <Grid as="section" className="journal" gap={14}>
      <Row as="header" align="center" gap={12}>
        <Image url={item.imageUrl} size={40} />
        <Stack shrink>
          <Text as="h2" className="cut" font="body" weight={600} title={item.title}>
            {item.title || text('product.withoutTitle')}
          </Text>
          <span className="caption">
            {text(place?.state === 'verifying' ? 'runs.journal.whyNot' : 'runs.journal.in', {
              store: name(storeId),
            })}
          </span>
        </Stack>
      </Row>
      {item.places.length > 1 && (
        <Row wrap gap={6}>
          {item.places.map((each) => (
            <Chip
              key={each.storeId}
              set={each.storeId === storeId}
              before={<StateGlyph state={glyphOf(each)} size={14} />}
              onClick={() => onFocus({ item, storeId: each.storeId })}
            >
              {name(each.storeId)}
            </Chip>
          ))}
        </Row>
      )}
      {place !== undefined && <JournalOf runId={listing.run.id} place={place} dryRun={listing.dryRun} />}
      {place !== undefined && <ConflictActions key={place.listingId} listing={listing} place={place} />}
      {place !== undefined && ['refused', 'conflict'].includes(place.state) && (
        <Box as={Link} self="start" font="small" to={`/products/${item.productId}`}>
          {text('runs.journal.repair')}
        </Box>
      )}
      <StoreActions listing={listing} focus={focus} />
    </Grid>
  );
}

function JournalOf({ runId, place, dryRun }: { runId: string; place: Place; dryRun: boolean }) {
  const text = useText();
  const requested = !dryRun && place.listingId !== null;
  const journal = useJournal(runId, requested ? place.listingId : null);
  if (!requested || journal.isError) {
    return (
      <>
        <p className="quiet">
          {text(
            dryRun
              ? 'runs.journal.dry'
              : place.state === 'waiting'
                ? 'runs.journal.waiting'
                : 'runs.journal.nothing',
          )}
        </p>
        <PlaceFault place={place} />
      </>
    );
  }
  if (journal.data === undefined) {
    return <SkeletonLines lines={4} />;
  }
  // A later run may have fixed it since; then the entries tell the whole story.
  const stands = journal.data.state === place.state;
  const reported =
    place.field === null &&
    place.said === undefined &&
    journal.data.entries.some(({ fault }) => fault !== null);
  const showsFault = stands && !reported;
  return (
    <>
      <ol className="journal-entries">
        {journal.data.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a journal only grows at its end.
          <Entry key={index} entry={entry} attempt={attemptOf(journal.data, index)} />
        ))}
        <OpenEntry journal={journal.data} />
      </ol>
      {journal.data.entries.length === 0 && <p className="quiet">{text('runs.journal.nothing')}</p>}
      {showsFault && <PlaceFault place={place} />}
      {['sent', 'verifying', 'intended'].includes(journal.data.state) && (
        <Notice tone="violet">{text('runs.journal.cannotDouble')}</Notice>
      )}
      <Stack as="dl" gap={4} pt={8} borderTop font="small">
        <Row wrap align="center" justify="between" gap={[0, 12]}>
          <Text as="dt" tone="t2">
            {text('runs.journal.key')}
          </Text>
          <dd>
            <CopyButton value={journal.data.key} />
          </dd>
        </Row>
        {place.storeAddress !== null && (
          <Row wrap align="center" justify="between" gap={[0, 12]}>
            <Text as="dt" tone="t2">
              {text('runs.journal.inStore')}
            </Text>
            <dd>
              <Row
                as="a"
                inline
                align="center"
                gap={4}
                href={place.storeAddress}
                target="_blank"
                rel="noreferrer"
              >
                {text('runs.journal.open')} <Icon name="external" size={14} />
              </Row>
            </dd>
          </Row>
        )}
      </Stack>
    </>
  );
}

type JournalEntry = ListingJournal['entries'][number];

const glyphs: Record<JournalEntry['what'], StateName> = {
  intended: 'intended',
  'never-sent': 'cancelled',
  applied: 'listed',
  refused: 'refused',
  absent: 'none',
  unknown: 'verifying',
  looked: 'running',
  adopted: 'listed',
  checked: 'complete',
};

function Entry({ entry, attempt }: { entry: JournalEntry; attempt: number }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const kind = text.named(`runs.journal.kind.${entry.kind}`, {}, entry.kind);
  const note =
    entry.what === 'intended'
      ? text('runs.journal.intended.note', { kind, n: attempt })
      : entry.fault !== null
        ? sentence(entry.fault)
        : entry.what === 'refused'
          ? saidBy(entry.detail)
          : text.named(`runs.journal.${entry.what}.note`, { kind }, '');
  return (
    <Row as="li" className="journal-entry" relative gap={10} pb={14}>
      <StateGlyph state={glyphs[entry.what]} />
      <Box grow shrink font="small">
        <Row justify="between" gap={12}>
          <Text className={entry.what === 'unknown' ? 'tone-violet' : ''} weight={500}>
            {text(`runs.journal.what.${entry.what}`)}
          </Text>
          <time dateTime={entry.at} title={format.full(entry.at)}>
            <Text as="code" tone="t3">
              {format.time(entry.at, true)}
            </Text>
          </time>
        </Row>
        {note !== '' && (
          <Box font="caption" tone="t2" anywhere>
            {note}
          </Box>
        )}
      </Box>
    </Row>
  );
}

const Said = array(object({ message: string() }));

/** Returns the store's own message in a rejection; empty if none can be parsed. */
function saidBy(detail: string): string {
  try {
    const read = safeParse(Said, JSON.parse(detail));
    return read.success ? read.data.map(({ message }) => message).join(' ') : '';
  } catch {
    return '';
  }
}

/** What is in progress: on its way to the store, or being looked up there. */
function OpenEntry({ journal }: { journal: ListingJournal }) {
  const text = useText();
  const last = journal.entries.at(-1)?.what;
  const now =
    journal.state === 'verifying'
      ? 'asking'
      : journal.state === 'sent' && last === 'intended'
        ? 'sent'
        : null;
  return (
    now !== null && (
      <Row as="li" className="journal-entry" relative gap={10} pb={14}>
        <StateGlyph state={now === 'sent' ? 'sent' : 'running'} />
        <Box grow shrink font="small">
          <Text weight={500}>{text(`runs.journal.now.${now}`)}</Text>
          <Box font="caption" tone="t2" anywhere>
            {text('runs.journal.now.waiting')}
          </Box>
        </Box>
      </Row>
    )
  );
}

/** Why the product was rejected; the store's own message is collapsed below. */
function PlaceFault({ place }: { place: Place }) {
  const text = useText();
  const sentence = useFaultText();
  if (place.fault === null) {
    return null;
  }
  const field = place.field === null ? null : fieldWordOf(text, place.field);
  return (
    <Notice tone="amber" before={<StateGlyph state={glyphOf(place)} />}>
      {sentence(place.fault)}
      {field !== null && <div className="caption">{field}</div>}
      {place.said !== undefined && place.said !== '' && (
        <details className="reason-said">
          <summary>{text('runs.reasons.said')}</summary>
          <q>{place.said}</q>
        </details>
      )}
    </Notice>
  );
}

/** Returns which attempt of its kind an entry is, from 1. */
function attemptOf({ entries }: ListingJournal, index: number): number {
  return entries
    .slice(0, index + 1)
    .filter(({ what, kind }) => what === 'intended' && kind === entries[index]?.kind).length;
}
