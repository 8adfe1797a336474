import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { hasEnded } from '@bowerbird/contract/runs';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Bar, SliceBar } from '../../../ui/charts/bar.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import './run-part.css';

/** The progress of a run: the live figure, its breakdown, and a bar divided into the slices really fetched. */
export function LiveFigures({ run: collect }: { run: CollectRun }) {
  const text = useText();
  const format = useFormat();
  const { figures, slices, run } = collect;
  return (
    <Stack as="section" gap={8} minH={118} aria-label={text('collect.figures')}>
      <Grid
        className="live-figures-row"
        columns="minmax(max-content, 2fr) 1fr 1fr 1fr"
        align="end"
        gap={[12, 24]}
        mb={8}
      >
        <Box className="live-figures-main" nowrap>
          <Box font="small" tone="t2">
            {text('collect.figures.got')}
          </Box>
          <div>
            <span className="figure live">{format.number(figures.got)}</span>
            {figures.promised !== null && (
              <Text className="live-figures-of" tone="t2">
                {' '}
                / {text('collect.products', { n: figures.promised })}
              </Text>
            )}
          </div>
        </Box>
        <Figure name={text('collect.figures.variants')} value={format.number(figures.variants)} />
        <Figure name={text('collect.figures.images')} value={format.number(figures.images)} />
        {hasEnded(run) ? (
          <Figure name={text('collect.figures.took')} value={tookOf(collect, format.duration)} />
        ) : run.state === 'running' ? (
          <Figure
            name={text('collect.figures.left')}
            value={run.secondsLeft === null ? '—' : format.duration(run.secondsLeft)}
          />
        ) : (
          <div className="live-figure">
            <Box font="small" tone="t2">
              {text('collect.figures.state')}
            </Box>
            <StateText state={run.state} />
          </div>
        )}
      </Grid>
      <Progress run={collect} />
      <Row wrap justify="between" gap={[2, 16]} minH={18} font="caption" tone="t2">
        <span className="cut">{sliceText(slices, text)}</span>
        <span>{run.state === 'running' ? paceText(collect, text, format) : null}</span>
      </Row>
    </Stack>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="live-figure">
      <Box font="small" tone="t2">
        {name}
      </Box>
      <Box font="title" weight={600}>
        {value}
      </Box>
    </div>
  );
}

function Progress({ run: collect }: { run: CollectRun }) {
  const text = useText();
  const { figures, slices, run } = collect;
  const done = figures.got + figures.skipped;
  const part = run.state === 'complete' ? 1 : figures.promised ? done / figures.promised : null;
  const spoken =
    figures.promised === null
      ? text('progress.done', { done: figures.got })
      : text('progress.valueText', { done: figures.got, total: figures.promised });
  if (slices.length < 2) {
    return <Bar thick part={part} label={text('collect.figures.got')} valueText={spoken} />;
  }
  return (
    <div
      role="progressbar"
      aria-label={text('collect.figures.got')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === null ? undefined : Math.round(Math.min(1, part) * 100)}
      aria-valuetext={spoken}
    >
      <SliceBar slices={slices.map(toBarSlice)} />
    </div>
  );
}

function toBarSlice({ name, done, total, state }: CollectRun['slices'][number], index: number) {
  const part =
    state === 'done' ? 1 : total === null ? (state === 'running' ? 0.5 : 0) : done / Math.max(1, total);
  return { key: `${index} ${name}`, name, weight: Math.max(1, total ?? done), part };
}

function sliceText(slices: CollectRun['slices'], text: ReturnType<typeof useText>): string {
  const current = slices.find(({ state }) => state === 'running');
  const done = slices.filter(({ state }) => state === 'done').length;
  if (slices.length < 2) {
    return '';
  }
  return current === undefined
    ? text('collect.slices.done', { n: done, all: slices.length })
    : text('collect.slices.at', { n: done + 1, all: slices.length, name: current.name });
}

function paceText(
  { figures }: CollectRun,
  text: ReturnType<typeof useText>,
  format: ReturnType<typeof useFormat>,
): string {
  const requests = text('collect.requests', { n: figures.requests });
  if (figures.perSecond === null) {
    return requests;
  }
  const rounded =
    figures.perSecond < 10 ? Math.round(figures.perSecond * 10) / 10 : Math.round(figures.perSecond);
  return `${text('collect.perSecond', { speed: format.number(rounded) })} · ${requests}`;
}

function tookOf({ run, certificate }: CollectRun, duration: (seconds: number) => string): string {
  if (certificate !== null) {
    return duration(Math.max(1, certificate.seconds));
  }
  return run.startedAt === null || run.endedAt === null
    ? '—'
    : duration(Math.max(1, (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000));
}
