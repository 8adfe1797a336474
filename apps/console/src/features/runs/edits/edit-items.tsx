import {
  type BulkEdit,
  type EditGroup,
  editGroups,
  type UndoGroup,
  undoGroups,
} from '@bowerbird/contract/products/bulk-edit';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/text/format.ts';
import { useRejectionText } from '../../../lib/text/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { CellDifferences } from '../../../ui/text/difference.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useBulkEditItems } from './edit-queries.ts';
import { groupGlyphs } from './group-glyphs.ts';

/** The products of a bulk edit or of an undo, by what became of them. */
export function EditItems({ edit }: { edit: BulkEdit }) {
  const text = useText();
  const format = useFormat();
  const all: readonly (EditGroup | UndoGroup)[] = edit.undoes === null ? editGroups : undoGroups;
  const groups = all.filter((group, index) => index === 0 || edit.counts[group] > 0);
  const [chosen, setChosen] = useState<EditGroup | UndoGroup | null>(null);
  const group = groups.find((each) => each === chosen) ?? groups[0] ?? 'changed';
  return (
    <section>
      <TabRow<EditGroup | UndoGroup>
        label={text('runs.edit.groups')}
        value={group}
        onChange={setChosen}
        tabs={groups.map((key) => ({
          key,
          title: text(`runs.edit.group.${key}`),
          before: <StateGlyph state={groupGlyphs[key]} />,
          count: format.number(edit.counts[key]),
        }))}
      />
      <GroupItems key={group} runId={edit.id} group={group} />
    </section>
  );
}

function GroupItems({ runId, group }: { runId: string; group: EditGroup | UndoGroup }) {
  const text = useText();
  const reason = useRejectionText();
  const items = useBulkEditItems(runId, group);
  if (items.isError) {
    return <SectionFault failure={items.error} onRetry={() => void items.refetch()} />;
  }
  if (items.data === undefined) {
    return <SkeletonLines />;
  }
  const rows = items.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) {
    return <Empty>{text('runs.edit.empty')}</Empty>;
  }
  return (
    <>
      <Stack as="ul" m={[0, 0, 12]} p={0}>
        {rows.map(({ id, title, sku, imageUrl, cells, variants, fault, by }) => (
          <Box as="li" key={id} borderBottom p={[10, 0]}>
            <Grid columns="minmax(0, 4fr) minmax(0, 7fr)" oneUnder={768} gap={[6, 20]} align="start">
              <Box as={Link} to={`/products/${id}`} block shrink tone="inherit">
                <ProductCell title={title} imageUrl={imageUrl} sku={sku} />
              </Box>
              <Stack gap={4} shrink>
                {fault !== null && <Text font="small">{reason(fault)}</Text>}
                {by !== null && (
                  <Text font="small" tone="t2">
                    {text('runs.edit.by', { who: by })}
                  </Text>
                )}
                <CellDifferences
                  cells={cells}
                  variants={Object.fromEntries(
                    Object.entries(variants).map(([variant, label]) => [variant, [label]]),
                  )}
                />
              </Stack>
            </Grid>
          </Box>
        ))}
      </Stack>
      {items.hasNextPage && (
        <Button block loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
          {text('act.more')}
        </Button>
      )}
    </>
  );
}
