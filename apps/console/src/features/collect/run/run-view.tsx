import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { hasEnded } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useEffect } from 'react';
import { usePlatformPath } from '../../../lib/data/platform-scope.ts';
import { usePlatformShop } from '../../../lib/data/use-platforms.ts';
import { usePage } from '../../../lib/page.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { MergeBox } from '../../../ui/layout/merge-box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { ByPlugin } from '../../../ui/stores/by-plugin.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { scopeKeys } from '../address/recognised.ts';
import { ScopeFrame } from '../address/scope-box.tsx';
import { useReadAgain } from '../queries.ts';
import { GoodTile, TilesComing } from '../results/good-tile.tsx';
import { LiveFigures } from './live-figures.tsx';

interface RunViewProps {
  run: CollectRun;
  /** Starts with another address; this run continues. */
  onAnother(): void;
}

/** A run from its first product to its end: source, scope, progress, and the latest products. */
export function RunView({ run: collect, onAnother }: RunViewProps) {
  const text = useText();
  const page = usePage();
  const box = usePlatformPath('CollectedResults', '/collect/results');
  const { run, recent } = collect;
  const ended = hasEnded(run);
  const readAgain = useReadAgain();
  useEffect(() => {
    if (ended) {
      readAgain();
    }
  }, [ended, readAgain]);

  return (
    <>
      <SourceBox run={collect} onAnother={onAnother} />
      <ScopeFrame note={ended ? undefined : text('collect.scope.fixed')}>
        <Chip set disabled>
          {collect.figures.promised !== null && collect.scope === 'shop'
            ? text('collect.scope.shopOf', { n: collect.figures.promised })
            : text(
                collect.scope === 'category' && collect.addresses.length === 1
                  ? 'collect.scope.thisCategory'
                  : scopeKeys[collect.scope],
              )}
        </Chip>
      </ScopeFrame>
      <RunNotice run={collect} />
      {ended && <MergeBox runId={run.id} />}
      <LiveFigures run={collect} />
      <Box as="section" mt={10}>
        <SectionHead
          bare
          title={text('collect.recent')}
          live={run.state === 'running'}
          action={
            <button type="button" className="link-button" onClick={() => page.open(`${box}?run=${run.id}`)}>
              {text('collect.openBox')}
            </button>
          }
        />
        <Grid as="ul" className="good-tiles" columns={6} gap={14} aria-live="off">
          {recent.length === 0 && !ended && <TilesComing />}
          {recent.slice(0, 6).map((good) => (
            <GoodTile key={good.id} {...good} onOpen={() => page.open(`/collect/results/${good.id}`)} />
          ))}
        </Grid>
        {recent.length === 0 && ended && <p className="quiet">{text('collect.recent.none')}</p>}
      </Box>
    </>
  );
}

function SourceBox({ run: { run, addresses, platform, shop }, onAnother }: RunViewProps) {
  const text = useText();
  const platformShop = usePlatformShop(platform);
  const [first = shop, ...others] = addresses;
  return (
    <section className="box address-box" aria-label={text('collect.address')}>
      <Row className="address-line" align="center" gap={10} minH={34} font="head">
        <Icon name="link" size={17} />
        <Box as="span" className="cut" grow shrink title={first}>
          {others.length === 0 ? first : text('collect.addresses', { first, n: others.length })}
        </Box>
        <Button size="small" onClick={onAnother}>
          {text('collect.another')}
        </Button>
      </Row>
      <Box h={1} m={[10, 0]} ground="line" />
      <Row wrap align="center" gap={[6, 10]} minH={28}>
        <PlatformMark platform={platform} size={24} named />
        <Text weight={600}>{platformShop}</Text>
        <span className="quiet cut">{shop}</span>
        {run.byPlugin && <ByPlugin named />}
      </Row>
    </section>
  );
}

/** The state of the run in one sentence. */
function RunNotice({ run: { run, certificate, figures } }: { run: CollectRun }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const all = certificate?.promised ?? figures.promised;
  if (certificate?.complete === true) {
    return (
      <Notice tone="green" before={<StateGlyph state="complete" />}>
        {text(certificate.promised === null ? 'collect.done.all' : 'collect.done.complete', {
          n: certificate.got,
        })}
      </Notice>
    );
  }
  if (run.state === 'cancelled') {
    return (
      <Notice tone="neutral" before={<StateGlyph state="cancelled" />}>
        {text('collect.done.cancelled', { n: figures.got })}
      </Notice>
    );
  }
  if (run.state === 'held' || (run.state === 'paused' && run.fault !== null)) {
    const time =
      run.goesOnAt === null ? undefined : format.duration((Date.parse(run.goesOnAt) - Date.now()) / 1000);
    const params = { ...run.fault?.params, ...(time === undefined ? {} : { time }) };
    return (
      <Notice tone="amber" before={<StateGlyph state={run.state} />}>
        {run.fault === null ? text('state.held') : sentence({ code: run.fault.code, params })}
      </Notice>
    );
  }
  if (run.state === 'failed' || (run.state === 'partial' && run.fault !== null)) {
    return (
      <div role="alert">
        <Notice tone="amber" before={<StateGlyph state={run.state} />}>
          {run.fault === null ? text('state.failed') : sentence(run.fault)}{' '}
          {figures.got > 0 && text('collect.done.kept', { n: figures.got })}
        </Notice>
      </div>
    );
  }
  if (certificate !== null) {
    return (
      <Notice tone="amber" before={<StateGlyph state="partial" />}>
        {all === null
          ? text('collect.done.skipped', { got: certificate.got, n: certificate.skippedCount })
          : text('collect.done.partial', {
              got: certificate.got,
              all,
              gap: Math.max(0, all - certificate.got),
            })}
      </Notice>
    );
  }
  return null;
}
