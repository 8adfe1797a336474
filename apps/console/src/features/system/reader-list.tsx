import type { SystemStatus } from '@bowerbird/contract/system/system';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Text } from '../../ui/text/text.tsx';

type Lost = NonNullable<SystemStatus['drift']>[number];

/** Readers that find less than before, and what to do about it. */
export function ReaderList({ drift }: { drift: readonly Lost[] }) {
  const text = useText();
  const open = drift.filter(({ closedAt }) => closedAt === null);
  return (
    <Box as="section" className="reader-list" mt={28}>
      <SectionHead
        title={text('sources.readers')}
        {...(open.length > 0 && { count: open.length })}
        note={text('sources.readers.note')}
      />
      {open.length === 0 && (
        <p className="figure-row">
          <Row
            as="span"
            className="provider-state"
            inline
            align="center"
            gap={6}
            font="small"
            textAlign="end"
          >
            <StateGlyph state="complete" />
            {text('sources.readers.well')}
          </Row>
        </p>
      )}
      <ul>
        {drift.map((lost) => (
          <LostRow key={lost.id} lost={lost} />
        ))}
      </ul>
      {open[0] !== undefined && (
        <Box as="p" pt={12} font="small" tone="t2" anywhere>
          {text('sources.readers.capture')}{' '}
          <CopyButton value={`npm run -s bowerbird -- capture URL --field ${open[0].field}`} />
        </Box>
      )}
    </Box>
  );
}

function LostRow({ lost }: { lost: Lost }) {
  const text = useText();
  const format = useFormat();
  const platforms = usePlatforms();
  const kind = lost.way.startsWith('own:') ? 'own' : lost.way;
  return (
    <Grid
      as="li"
      className="reader-row"
      columns="auto auto minmax(0, 1fr) auto"
      align="center"
      gap={[4, 10]}
      minH={52}
      p={[8, 0]}
      borderBottom
    >
      <StateGlyph state={lost.closedAt === null ? 'failed' : 'complete'} />
      <PlatformMark platform={lost.platform} size={20} />
      <Stack shrink font="small">
        <span>
          {text('sources.readers.lost', {
            platform: platforms.find(({ id }) => id === lost.platform)?.name ?? lost.platform,
            way: text.named(`sources.way.${kind}`, {}, kind),
            field: text(`sources.field.of.${lost.field}`),
          })}
        </span>
        <span className="quiet">
          {lost.closedAt === null
            ? text('sources.readers.shares', {
                before: format.percent(lost.before),
                now: format.percent(lost.now),
              })
            : text('sources.readers.again', { time: format.relative(lost.closedAt) })}
        </span>
      </Stack>
      <Text className="quiet reader-runs" font="small" title={format.full(lost.since)}>
        {text('sources.readers.runs', { n: lost.runs, time: format.relative(lost.since) })}
      </Text>
    </Grid>
  );
}
