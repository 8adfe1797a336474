import {
  type BulkEdit,
  type EditGroup,
  editGroups,
  type UndoGroup,
  type UndoOf,
  undoGroups,
} from '@bowerbird/contract/products/bulk-edit';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { groupGlyphs } from '../../../ui/feedback/group-glyphs.ts';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { useBulkEditItems } from './edit-queries.ts';
import { EditedProducts } from './edited-products.tsx';
import { UndoMenu } from './undo-menu.tsx';

/** The products of a bulk edit or of an undo, by what became of them. */
export function EditItems({
  edit,
  onUndo,
}: {
  edit: BulkEdit;
  /** Undoes a part of it; null: not allowed. */
  onUndo: ((of: UndoOf) => void) | null;
}) {
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
      <GroupItems key={group} runId={edit.id} group={group} onUndo={onUndo} />
    </section>
  );
}

function GroupItems({
  runId,
  group,
  onUndo,
}: {
  runId: string;
  group: EditGroup | UndoGroup;
  onUndo: ((of: UndoOf) => void) | null;
}) {
  const text = useText();
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
    <EditedProducts
      items={rows}
      note={group === 'rejected' || group === 'changed-since' ? <WhyNote group={group} /> : undefined}
      {...(onUndo !== null && undoableGroups.includes(group)
        ? { act: (item) => <UndoMenu item={item} onUndo={onUndo} /> }
        : {})}
      hasMore={items.hasNextPage}
      loadingMore={items.isFetchingNextPage}
      onMore={() => void items.fetchNextPage()}
    />
  );
}

/** Groups in which something of the run is left to undo. */
const undoableGroups: readonly (EditGroup | UndoGroup)[] = ['changed', 'changed-since', 'restored', 'kept'];

/** Explains on hover, focus and click why a product is in this group. */
function WhyNote({ group }: { group: 'rejected' | 'changed-since' }) {
  const text = useText();
  return (
    <Tooltip title={text(`runs.edit.why.${group}`)} trigger={['hover', 'focus', 'click']}>
      <button type="button" className="link-button edit-why" aria-label={text(`runs.edit.why.${group}`)}>
        {text('runs.edit.why')}
      </button>
    </Tooltip>
  );
}
