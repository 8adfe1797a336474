import type { WatchedFile } from '@bowerbird/contract/files/watched';
import type { Fault } from '@bowerbird/contract/runs';
import { Link } from 'react-router';
import { importPath } from '../../../lib/data/use-runs.tsx';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { everyText, nextText } from '../../../lib/text/sentences/often-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph, type StateName, StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { RepeatingActions } from '../../../ui/table/repeating-actions.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { NewProductsNote } from '../new-products/new-products-note.tsx';
import { stateGlyphs } from '../state-glyphs.ts';
import { useChangeWatched, useDeleteWatched, useLookNow } from './queries.ts';

type Look = NonNullable<WatchedFile['lastLook']>['outcome'];

const lookGlyphs: Record<Look, StateName> = {
  imported: 'complete',
  unchanged: 'waiting',
  nothing: 'waiting',
  waits: 'held',
  failed: 'failed',
};

interface WatchedRowProps {
  watched: WatchedFile;
  onEdit(): void;
}

/** One watched file: whose, where, how often, what the last look found and what became of the last file. */
export function WatchedRow({ watched, onEdit }: WatchedRowProps) {
  const text = useText();
  const { language } = useTexts();
  const format = useFormat();
  const sentence = useFaultText();
  const { source, where, fault, lastImport } = watched;
  const hasFailed = watched.lastLook?.outcome === 'failed';
  const waitsBecause = lastImport?.state === 'checked' ? unusual(lastImport.heldBecause) : null;
  return (
    <Grid
      as="li"
      className={watched.on ? 'watched-row' : 'watched-row off'}
      column="1 / -1"
      columns="subgrid"
      align="center"
      gap={[8, 28]}
      minH={64}
      p={[10, 0]}
      borderBottom
    >
      <Row className="watched-what" align="center" gap={12} shrink>
        <Text tone="t3" rigid>
          <Icon name={where.kind === 'address' ? 'link' : 'box'} size={20} />
        </Text>
        <Stack as="span" shrink>
          <Text as="h2" className="watched-name cut" font="body" weight={500} title={source.name}>
            {source.name}
          </Text>
          <span className="caption cut" title={where.shown}>
            {where.shown}
          </span>
          <NewProductsNote claim={source.claim} />
        </Stack>
      </Row>
      <Stack className="watched-when" font="small">
        <span>{everyText(text, language, watched)}</span>
        <span className="caption">
          {watched.nextAt === null
            ? text('import.watched.paused')
            : nextText(text, format, { ...watched, nextAt: watched.nextAt })}
        </span>
      </Stack>
      <Box className="watched-look" font="small">
        <LastLook watched={watched} />
      </Box>
      <Box className="watched-import" font="small">
        {lastImport === null ? <span className="caption">—</span> : <LastImport last={lastImport} />}
      </Box>
      <Actions watched={watched} onEdit={onEdit} />
      {fault !== null ? (
        <Row className="watched-fault" align="start" gap={6} font="caption" tone={hasFailed ? 'red' : 't2'}>
          {hasFailed && <StateGlyph state="failed" size={14} />}
          <span>{sentence(fault)}</span>
        </Row>
      ) : (
        waitsBecause !== null && (
          <Text className="watched-fault" font="caption" tone="amber">
            {sentence(waitsBecause)}
          </Text>
        )
      )}
    </Grid>
  );
}

/** Why a file waits that has no error, but is not as the ones before. */
function unusual(because: Fault | null): Fault | null {
  return because?.code === 'import.watch-missing' || because?.code === 'import.watch-header-changed'
    ? because
    : null;
}

function LastLook({ watched: { isLooking, lastLook } }: { watched: WatchedFile }) {
  const text = useText();
  const format = useFormat();
  if (isLooking) {
    return <StateText state="running">{text('import.watched.looking')}</StateText>;
  }
  return lastLook === null ? (
    <span className="caption">{text('import.watched.never')}</span>
  ) : (
    <StateText state={lookGlyphs[lastLook.outcome]} note={format.relative(lastLook.at)}>
      {text(`import.watched.outcome.${lastLook.outcome}`)}
    </StateText>
  );
}

/** What became of the last file, with the way to it. */
function LastImport({ last }: { last: NonNullable<WatchedFile['lastImport']> }) {
  const text = useText();
  const { state, heldBecause, faults } = last;
  const waits = state === 'checked';
  const words = !waits
    ? text(`import.state.${state}`)
    : heldBecause?.code === 'import.watch-errors'
      ? text('import.watched.held.errors', { n: Math.max(1, faults) })
      : text('import.watched.held');
  return (
    <Box as={Link} tone="inherit" to={importPath(last.id)} title={last.fileName}>
      <StateText state={stateGlyphs[state]} note={text('import.products', { n: last.products })}>
        {words}
      </StateText>
    </Box>
  );
}

function Actions({ watched, onEdit }: WatchedRowProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const change = useChangeWatched();
  const look = useLookNow();
  const remove = useDeleteWatched();
  const { id, source, everyHours, hour, timeZone, applies, whole } = watched;
  const { name } = source;
  return (
    <RepeatingActions
      className="watched-actions"
      on={{
        label: text('import.watched.switch', { name }),
        checked: watched.on,
        busy: change.isPending,
        onChange: (on) =>
          change.mutate(
            { id, body: { everyHours, hour, timeZone, applies, whole, on } },
            { onError: reportFailure },
          ),
      }}
      now={{
        label: text('import.watched.look'),
        busy: look.isPending,
        disabled: watched.isLooking,
        onPress: () =>
          look.mutate(id, {
            onError: reportFailure,
            onSuccess: () => toast({ state: 'running', text: text('import.watched.looked', { name }) }),
          }),
      }}
      menu={{
        label: text('import.watched.acts', { name }),
        edit: { label: text('import.watched.edit'), onEdit },
        remove: {
          label: text('import.watched.delete'),
          title: text('import.watched.delete.title', { name }),
          content: text('import.watched.delete.content'),
          onRemove: () => remove.mutate(id, { onError: reportFailure }),
        },
      }}
    />
  );
}
