import type { Reason, Success } from '@bowerbird/contract/figures/analysis';
import { Segmented } from 'antd';
import { useState } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { shownPart } from '../../../ui/charts/progress-line.tsx';
import { RankRow } from '../../../ui/charts/rank-row.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Analysis } from '../insight-queries.ts';
import { sum } from './analysis-series.ts';

/** The sources with the most products, the others summed up at the end. */
export function SourceRanking({ analysis }: { analysis: Analysis }) {
  const text = useText();
  const format = useFormat();
  const { byPlace, total } = analysis.measures.collected;
  const most = Math.max(...byPlace.map((part) => part.total), 1);
  return (
    <section>
      <SectionHead title={text('analysis.sources')} />
      {total === 0 ? (
        <Box as="p" p={[14, 0]} font="small" tone="t2">
          {text('analysis.sources.none')}
        </Box>
      ) : (
        <Stack as="ol" className="rank-rows" gap={12} pt={12}>
          {byPlace.map(({ key, name, platform, total: got }) => (
            <RankRow
              key={key ?? 'others'}
              name={key === null ? text('analysis.others') : name}
              {...(platform === null ? {} : { mark: <PlatformMark platform={platform} /> })}
              note={format.percent(got / total)}
              value={format.number(got)}
              parts={[{ key: 'got', count: got, tone: key === null ? 't4' : 'primary' }]}
              total={most}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}

/** Success rates, by platform or by source and store. */
export function SuccessRates({ success }: { success: Analysis['success'] }) {
  const text = useText();
  const format = useFormat();
  const [by, setBy] = useState<'platform' | 'place'>('platform');
  const platforms = usePlatforms();
  const nameOf = (platform: string | null) =>
    platforms.find(({ id }) => id === platform)?.name ?? platform ?? text('analysis.noSource');
  const rows = by === 'platform' ? byPlatform(success) : success;
  return (
    <section>
      <SectionHead
        title={text('analysis.success')}
        {...(success.length > 0 && {
          action: (
            <Segmented
              size="small"
              aria-label={text('analysis.success.by')}
              value={by}
              onChange={setBy}
              options={(['platform', 'place'] as const).map((value) => ({
                value,
                label: text(`analysis.success.${value}`),
              }))}
            />
          ),
        })}
      />
      {rows.length === 0 ? (
        <Box as="p" p={[14, 0]} font="small" tone="t2">
          {text('analysis.success.none')}
        </Box>
      ) : (
        <Stack as="ul" className="rank-rows" maxH={420} overflow="auto" gap={12} pt={12}>
          {rows.map(({ what, key, name, platform, good, bad }) => (
            <RankRow
              key={`${what} ${platform} ${key}`}
              name={
                by === 'platform'
                  ? `${nameOf(platform)} · ${text(`analysis.measure.${what}`)}`
                  : name === ''
                    ? text('analysis.success.otherPlaces', { platform: nameOf(platform) })
                    : name
              }
              {...(platform === null
                ? {}
                : { mark: <PlatformMark platform={platform} named={by === 'platform'} /> })}
              note={text('analysis.success.of', { good, all: good + bad })}
              value={format.percent(shownPart(good / (good + bad)))}
              parts={[
                { key: 'good', count: good, tone: 'green' },
                { key: 'bad', count: bad, tone: 'red' },
              ]}
              total={good + bad}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}

/** Returns one row for each platform and activity. */
function byPlatform(success: readonly Success[]): Success[] {
  return [...Map.groupBy(success, ({ what, platform }) => `${what} ${platform}`)].map(([key, of]) => ({
    what: of[0]?.what ?? 'collected',
    key,
    name: '',
    platform: of[0]?.platform ?? null,
    good: sum(of.map(({ good }) => good)),
    bad: sum(of.map(({ bad }) => bad)),
  }));
}

/** Reasons for rejections and failed reads; each links to the newest run in which it occurred. */
export function Reasons({ reasons }: { reasons: Analysis['reasons'] }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const may = useMay();
  const most = Math.max(...reasons.map(({ count }) => count), 1);
  const parts = (['listed', 'collected'] as const)
    .map((what) => ({ what, of: reasons.filter((reason) => reason.what === what) }))
    .filter(({ of }) => of.length > 0);
  return (
    <section>
      <SectionHead
        title={text('analysis.reasons')}
        {...(reasons.length > 0 && { count: format.number(sum(reasons.map(({ count }) => count))) })}
      />
      {reasons.length === 0 && (
        <Box as="p" p={[14, 0]} font="small" tone="t2">
          {text('analysis.reasons.none')}
        </Box>
      )}
      {parts.map(({ what, of }) => (
        <div key={what} className="analysis-reasons">
          <Text as="h3" mt={12} font="caption" weight={400} tone="t3">
            {text(`analysis.reasons.${what}`)}
          </Text>
          <Stack as="ul" className="rank-rows" gap={12} pt={12}>
            {of.map((reason) => (
              <RankRow
                key={reason.code}
                name={sentence({ code: reason.code })}
                value={format.number(reason.count)}
                parts={[{ key: 'count', count: reason.count, tone: 'red' }]}
                total={most}
                {...linkOf(reason, may('runs', 'get'), text('analysis.reasons.open'))}
              />
            ))}
          </Stack>
        </div>
      ))}
    </section>
  );
}

function linkOf({ runId }: Reason, may: boolean, toTitle: string): { to?: string; toTitle?: string } {
  return may ? { to: runPath(runId), toTitle } : {};
}
