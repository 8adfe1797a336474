import { isRepair } from '@bowerbird/contract/files/remedies';
import { Button } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { type Import, useFaultGroups } from '../queries.ts';
import { FaultGroup } from './fault-group.tsx';
import { useRemedies } from './use-remedies.ts';

/** What is wrong in the file, errors of one kind together, each with what puts all of them right. */
export function FaultGroups({ of }: { of: Import }) {
  const text = useText();
  const faults = useFaultGroups(of.id, of.faults + of.notices > 0);
  const { take, busy } = useRemedies(of);
  const mayChange = of.state === 'checked';
  if (of.faults + of.notices === 0) {
    return (
      <Row align="center" gap={8} font="small" tone="t2">
        <StateGlyph state="complete" /> {text('import.faults.none')}
      </Row>
    );
  }
  const groups = faults.data?.pages.flatMap(({ items }) => items) ?? [];
  // What leaves something out, or believes a value that looks wrong, is decided one by one.
  const each = groups.flatMap(({ remedies: [first] }) =>
    first !== undefined && [first.remedy, ...first.more].every(isRepair) ? [first] : [],
  );
  const best = [...new Map(each.map((one) => [JSON.stringify(one.remedy), one])).values()];
  const cells = each.reduce((sum, { preview }) => sum + preview.cells, 0);
  return (
    <Section
      title={text(of.faults > 0 ? 'import.faults' : 'import.notices')}
      count={of.faults > 0 ? text('import.faults.count', { n: of.faults }) : undefined}
      action={
        mayChange &&
        best.length > 1 && (
          <Button
            size="small"
            loading={busy}
            onClick={() => take(best.flatMap(({ remedy, more }) => [remedy, ...more]))}
          >
            {text('import.remedies.all', { n: best.length, cells })}
          </Button>
        )
      }
    >
      {faults.isError ? (
        <SectionFault failure={faults.error} onRetry={() => void faults.refetch()} />
      ) : faults.data === undefined ? (
        <SkeletonLines />
      ) : (
        <Stack as="ul" m={0} p={0}>
          {groups.map((group) => (
            <FaultGroup
              key={`${group.code} ${group.column} ${group.shape}`}
              of={of}
              group={group}
              busy={busy}
              onTake={mayChange ? take : null}
            />
          ))}
        </Stack>
      )}
      {faults.hasNextPage && (
        <Button block loading={faults.isFetchingNextPage} onClick={() => void faults.fetchNextPage()}>
          {text('act.more')}
        </Button>
      )}
    </Section>
  );
}
