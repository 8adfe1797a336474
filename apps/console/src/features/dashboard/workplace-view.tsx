import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { succeededOf } from '../../lib/data/run-figures.ts';
import { pathOfRun, useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { runName } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Image } from '../../ui/images/image.tsx';
import { Thumbnails } from '../../ui/images/thumbnails.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { Announcements } from './announcements.tsx';
import { AddressBar } from './bench/address-bar.tsx';
import { LatestNews } from './latest-news.tsx';
import { NeedsYou } from './needs-you.tsx';
import type { Workplace } from './queries.ts';
import { QuickLinks } from './quick-links.tsx';
import { StoreUses } from './store-uses.tsx';
import { WorkplaceHead } from './workplace-head.tsx';
import './workplace.css';

interface WorkplaceViewProps {
  workplace: Workplace;
  greeting: string;
}

/** Announcements, today's figures, the paste bar, what needs attention, what runs, and what has just arrived. */
export function WorkplaceView({ workplace, greeting }: WorkplaceViewProps) {
  const text = useText();
  const may = useMay();
  const { today, needsYou } = workplace;
  const meanings = (['collected', 'edited', 'listed'] as const)
    .map((name) => `${text(`analysis.measure.${name}`)}: ${text(`analysis.meaning.${name}`)}`)
    .join('\n');
  return (
    <div className="page reading">
      <Grid oneUnder={1100} columns="minmax(0, 1fr) minmax(240px, 300px)" align="start" gap={[28, 44]}>
        <Box shrink>
          <WorkplaceHead greeting={greeting} problems={needsYou.length} />
          <Text as="p" className="workplace-today" m={[2, 0, 16]} tone="t2" title={meanings}>
            {text.rich('dashboard.today', {
              collected: today.collected,
              edited: today.edited,
              listed: today.listed,
            })}
            {today.listed > 0 && ` ${text('analysis.listed.products', { n: today.productsListed })}`}
          </Text>
          <Announcements />
          {may('collect', 'add') && <AddressBar />}
          <Grid
            className="workplace-columns"
            oneUnder={768}
            columns="minmax(0, 1.15fr) minmax(0, 1fr)"
            align="start"
            mt={28}
          >
            <NeedsYou needs={needsYou} />
            <RunningNow />
          </Grid>
          <Recent workplace={workplace} />
        </Box>
        <Stack as="aside" gap={32} shrink>
          <StoreUses />
          <QuickLinks />
          <LatestNews />
        </Stack>
      </Grid>
    </div>
  );
}

function RunningNow() {
  const text = useText();
  const page = usePage();
  const runs = useCurrentRuns().filter((run) => !hasEnded(run));
  return (
    <section>
      <SectionHead
        title={text('dashboard.running')}
        live={runs.some(({ state }) => state === 'running')}
        action={
          <button type="button" className="link-button" onClick={() => page.open('/list/query-list')}>
            {text('dashboard.running.all')}
          </button>
        }
      />
      {runs.length === 0 && <p className="workplace-none">{text('dashboard.running.none')}</p>}
      {runs.slice(0, 6).map((run) => (
        <RunningOne key={run.id} run={run} />
      ))}
    </section>
  );
}

function RunningOne({ run }: { run: Run }) {
  const text = useText();
  const page = usePage();
  const name = runName(text, run);
  return (
    <Row
      as="button"
      type="button"
      className="workplace-run"
      align="start"
      gap={10}
      w="100%"
      p={[12, 0]}
      borderBottom
      onClick={() => page.open(pathOfRun(run))}
    >
      <StateGlyph state={run.state} />
      <Thumbnails urls={run.images ?? []} size={28} />
      <ProgressLine
        name={name}
        done={succeededOf(run)}
        total={run.total}
        secondsLeft={run.state === 'running' ? run.secondsLeft : null}
        tone={run.state === 'running' ? 'primary' : 'amber'}
        notes={
          run.failed === 0
            ? []
            : [text(run.kind === 'listing' ? 'progress.refused' : 'progress.skipped', { n: run.failed })]
        }
      />
    </Row>
  );
}

function Recent({ workplace: { recent, today, unclaimed } }: { workplace: Workplace }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  return (
    <Box as="section" mt={28}>
      <SectionHead
        bare
        title={text('dashboard.recent')}
        note={
          unclaimed > 0
            ? text('dashboard.recent.unclaimed', { n: unclaimed })
            : text('dashboard.recent.today', { n: today.collected })
        }
        action={
          <button type="button" className="link-button" onClick={() => page.open('/collect/results')}>
            {text('dashboard.recent.open')}
          </button>
        }
      />
      {recent.length === 0 ? (
        <Empty>{text('dashboard.recent.none')}</Empty>
      ) : (
        <Grid as="ul" className="workplace-products" columns={6} gap={14}>
          {recent.map(({ id, title, imageUrl, price, currency }) => (
            <li key={id}>
              <Box
                as="button"
                type="button"
                block
                w="100%"
                radius="xl"
                onClick={() => page.open(`/collect/results/${id}`)}
              >
                <Image url={imageUrl} />
                <Text className="cut" block mt={8} font="small" title={title}>
                  {title || text('product.withoutTitle')}
                </Text>
                <span className="caption">{price === null ? '' : format.money(price, currency)}</span>
              </Box>
            </li>
          ))}
        </Grid>
      )}
    </Box>
  );
}
