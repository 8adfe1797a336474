import type { ReactNode } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import type { Monitor } from '../insight-queries.ts';
import '../../../ui/charts/charts.css';

type Queue = NonNullable<Monitor['machine']>['queue'];

interface PlainTableProps {
  label: string;
  heads: { key: string; title: string; number?: boolean }[];
  children: ReactNode;
}

function PlainTable({ label, heads, children }: PlainTableProps) {
  return (
    <Box as="section" overflow="auto" tabIndex={0} aria-label={label}>
      <Box as="table" className="plain-table" w="100%" font="small">
        <thead>
          <tr>
            {heads.map(({ key, title, number = false }) => (
              <th key={key} scope="col" className={number ? 'num' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Box>
    </Box>
  );
}

/** Runs that have not ended, by kind and state. */
export function OpenRunsTable({ runs, label }: { runs: Monitor['runs']; label: string }) {
  const text = useText();
  const format = useFormat();
  if (runs.length === 0) {
    return (
      <Box as="p" p={[14, 0]} font="small" tone="t2">
        {text('monitor.queue.none')}
      </Box>
    );
  }
  return (
    <PlainTable
      label={label}
      heads={[
        { key: 'kind', title: text('monitor.queue.kind') },
        { key: 'state', title: text('monitor.queue.state') },
        { key: 'count', title: text('monitor.queue.count'), number: true },
      ]}
    >
      {runs.map(({ kind, state, count }) => (
        <tr key={`${kind} ${state}`}>
          <td>{text(`run.kind.${kind}`)}</td>
          <td>
            <StateText state={state} />
          </td>
          <td className="num">{format.number(count)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** The activity of all merchants together on each platform. */
export function PlatformTable({ platforms }: { platforms: Monitor['platforms'] }) {
  const text = useText();
  const format = useFormat();
  const known = usePlatforms();
  if (platforms.length === 0) {
    return (
      <Box as="p" p={[14, 0]} font="small" tone="t2">
        {text('monitor.platforms.none')}
      </Box>
    );
  }
  const number = (key: 'channels' | 'held' | 'rate' | 'waiting') => ({
    key,
    title: text(`monitor.platform.${key}`),
    number: true,
  });
  return (
    <PlainTable
      label={text('monitor.platforms')}
      heads={[
        { key: 'platform', title: text('monitor.platform') },
        { key: 'what', title: text('monitor.platform.what') },
        number('channels'),
        number('held'),
        number('rate'),
        number('waiting'),
      ]}
    >
      {platforms.map(({ what, platform, channels, held, perSecond, waiting }) => (
        <tr key={`${what} ${platform}`}>
          <td>
            <Row as="span" inline align="center" gap={8}>
              <PlatformMark platform={platform} named />
              {known.find(({ id }) => id === platform)?.name ?? platform}
            </Row>
          </td>
          <td>{text(`monitor.what.${what}`)}</td>
          <td className="num">{format.number(channels)}</td>
          <td className="num">{format.number(held)}</td>
          <td className="num">{format.number(Math.round(perSecond * 10) / 10)}</td>
          <td className="num">{format.number(waiting)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** The queue's jobs by kind. */
export function JobsTable({ queue }: { queue: Queue }) {
  const text = useText();
  const format = useFormat();
  if (queue.length === 0) {
    return (
      <Box as="p" p={[14, 0]} font="small" tone="t2">
        {text('monitor.queue.none')}
      </Box>
    );
  }
  const columns = ['active', 'waiting', 'later', 'silent'] as const;
  return (
    <PlainTable
      label={text('monitor.jobs')}
      heads={[
        { key: 'kind', title: text('monitor.queue.kind') },
        ...columns.map((key) => ({ key, title: text(`monitor.jobs.${key}`), number: true })),
      ]}
    >
      {queue.map(({ kind, ...counts }) => (
        <tr key={kind}>
          <td>{text(`run.kind.${kind}`)}</td>
          {columns.map((key) => (
            <td key={key} className="num">
              {format.number(counts[key])}
            </td>
          ))}
        </tr>
      ))}
    </PlainTable>
  );
}
