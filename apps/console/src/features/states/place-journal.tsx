import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Box, Grid } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { usePlaceJournal } from './queries.ts';

/** What was recorded, sent, answered and queried for one product in one store, the newest first. */
export function PlaceJournal({ listingId }: { listingId: string | null }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const journal = usePlaceJournal(listingId);
  if (listingId === null) {
    return <p className="quiet">{text('places.journal.none')}</p>;
  }
  if (journal.isError) {
    return <SectionFault failure={journal.error} onRetry={() => void journal.refetch()} />;
  }
  if (journal.data === undefined) {
    return <SkeletonLines lines={4} />;
  }
  const entries = journal.data.entries.toReversed();
  return entries.length === 0 ? (
    <p className="quiet">{text('places.journal.none')}</p>
  ) : (
    <Box as="ol" m={0} p={0}>
      {entries.map(({ at, what, kind, fault }) => (
        <Grid
          as="li"
          columns="104px minmax(0, 1fr)"
          gap={8}
          p={[6, 0]}
          borderBottom
          key={`${at} ${what} ${kind}`}
        >
          <span className="caption num" title={format.full(at)}>
            {format.relative(at)}
          </span>
          <span>
            {text(`places.journal.${what}`)}
            <span className="caption">
              {' · '}
              {text.named(`places.kind.${kind}`, undefined, kind)}
            </span>
            {fault !== null && (
              <Text className="caption" block anywhere>
                {sentence(fault)}
              </Text>
            )}
          </span>
        </Grid>
      ))}
    </Box>
  );
}
