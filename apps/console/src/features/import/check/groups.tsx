import { Button } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { type Group, type Import, useImportItems } from '../queries.ts';
import { groupGlyphs } from '../state-glyphs.ts';
import { ItemRow } from './item-row.tsx';
import { groupsOf } from './shown-groups.ts';

/** The products of the file by group, each before and after. */
export function Groups({ of }: { of: Import }) {
  const text = useText();
  const format = useFormat();
  const groups = groupsOf(of);
  const [chosen, setChosen] = useState<Group | null>(null);
  const group = groups.find((each) => each === chosen) ?? groups[0];
  if (group === undefined) {
    return <Empty>{text('import.groups.none')}</Empty>;
  }
  return (
    <section>
      <TabRow<Group>
        label={text('import.groups')}
        value={group}
        onChange={setChosen}
        tabs={groups.map((key) => ({
          key,
          title: text(`import.group.${key}`),
          before: <StateGlyph state={groupGlyphs[key]} />,
          count: format.number(of.groups[key]),
        }))}
      />
      <Text as="p" font="small" tone="t2" m={[0, 0, 8]}>
        {text(`import.group.${group}.what`)}
      </Text>
      <Items key={group} of={of} group={group} />
    </section>
  );
}

function Items({ of, group }: { of: Import; group: Group }) {
  const text = useText();
  const items = useImportItems(of.id, group);
  if (items.isError) {
    return <SectionFault failure={items.error} onRetry={() => void items.refetch()} />;
  }
  if (items.data === undefined) {
    return <SkeletonLines />;
  }
  return (
    <>
      <Stack as="ul" m={[0, 0, 12]} p={0}>
        {items.data.pages
          .flatMap((page) => page.items)
          .map((item) => (
            <ItemRow key={item.id} item={item} group={group} />
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
