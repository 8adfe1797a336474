import type { EditableItem } from '@bowerbird/contract/account/access';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon, isIconName } from '../../../ui/images/icon.tsx';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { Text } from '../../../ui/text/text.tsx';
import { useChangeNavigation, useEditableNavigation } from '../queries.ts';
import { useConfirmLost } from '../use-confirm-lost.ts';
import type { ItemDraft } from './item-form.tsx';
import { ItemForm } from './item-form.tsx';
import { MenuPreview } from './menu-preview.tsx';
import type { PreviewEntry } from './menu-tree.ts';
import { Tree } from './tree.tsx';
import type { Place } from './tree-places.ts';
import '../access.css';

/** The menu's entries on the left, the chosen one's form next to them, and a preview of the menu. */
export default function NavigationPage() {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const { language } = useTexts();
  const navigation = useEditableNavigation();
  const change = useChangeNavigation();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [draft, setDraft] = useState<{ id: string; values: ItemDraft } | null>(null);
  const items = navigation.data?.items ?? [];
  const chosen = items.find(({ id }) => id === chosenId) ?? items[0] ?? null;
  const mayEdit = may('navigation', 'edit');
  const nameOf = (item: EditableItem) => item.titles[language] ?? text.named(item.title);
  const nodes = items.map((item) => ({
    ...item,
    parentId: item.parentId === '0' ? null : item.parentId,
    name: nameOf(item),
  }));
  const confirmLost = useConfirmLost();
  const narrow = useNarrow();
  const form = useRef<HTMLDivElement>(null);
  const edited = items.some(({ changed }) => changed) || navigation.data?.reordered === true;

  const order = (id: string, { parentId, before }: Place) => {
    const siblings = nodes
      .filter((node) => node.parentId === parentId && node.id !== id)
      .map((node) => node.id);
    const at = before === null ? siblings.length : siblings.indexOf(before);
    siblings.splice(at, 0, id);
    change.mutate({ kind: 'order', parentId: parentId ?? '0', ids: siblings });
  };
  const choose = async (id: string) => {
    const lost = draft !== null && id !== chosen?.id;
    if (await confirmLost(lost)) {
      setDraft(lost ? null : draft);
      setChosenId(id);
      if (narrow) {
        // Scrolls to the form, which may be below the tree and out of sight.
        form.current?.scrollIntoView({ block: 'start' });
      }
    }
  };
  const resetAll = async () => {
    const sure = await confirm({
      title: text('access.nav.reset.title'),
      content: text('access.nav.reset.content'),
      confirm: text('access.nav.reset'),
      danger: true,
    });
    if (sure) {
      setDraft(null);
      change.mutate({ kind: 'reset' });
    }
  };
  const shown = draft === null ? items : items.map((item) => withDraft(item, draft));

  return (
    <div className="page">
      <PageHead
        title={text('menu.team.navigation')}
        hint={text('access.nav.hint')}
        {...(mayEdit &&
          edited && {
            actions: <Button onClick={() => void resetAll()}>{text('access.nav.reset')}</Button>,
          })}
      />
      {navigation.isError && navigation.data === undefined ? (
        <SectionFault failure={navigation.error} onRetry={() => void navigation.refetch()} />
      ) : chosen === null ? (
        <SkeletonLines lines={10} />
      ) : (
        <Grid className="access-sides three" columns="260px minmax(0, 1fr)" gap={36} align="start">
          <div className="access-tree">
            <Tree
              label={text('menu.team.navigation')}
              nodes={nodes}
              chosenId={chosen.id}
              onChoose={(id) => void choose(id)}
              steps={['up', 'down']}
              {...(mayEdit && { onMove: order })}
              mayGo={(node, place) => node.parentId === place.parentId}
              dim={(node) => node.hidden}
              before={(node) =>
                isIconName(node.icon) && node.parentId === null ? (
                  <Icon name={node.icon} size={16} />
                ) : (
                  <Box as="span" rigid w={16} />
                )
              }
              end={(node) =>
                node.hidden ? (
                  <Text font="caption" tone="t2">
                    {text('access.nav.hidden')}
                  </Text>
                ) : (
                  node.changed && (
                    <Text font="caption" tone="t2">
                      {text('access.nav.changed')}
                    </Text>
                  )
                )
              }
            />
            {mayEdit && <p className="caption access-keys">{text('access.nav.keys')}</p>}
          </div>
          <Box ref={form} className="nav-form" shrink>
            <ItemForm
              key={`${chosen.id}.${String(chosen.changed)}`}
              item={chosen}
              readOnly={!mayEdit}
              busy={change.isPending}
              onDraft={(values) => setDraft({ id: chosen.id, values })}
              onSave={(values) =>
                change.mutate({ kind: 'item', id: chosen.id, ...values }, { onSuccess: () => setDraft(null) })
              }
              onReset={() =>
                change.mutate({ kind: 'reset-item', id: chosen.id }, { onSuccess: () => setDraft(null) })
              }
            />
          </Box>
          <Box
            as="aside"
            className="nav-preview"
            p={[14, 10]}
            radius="xl"
            ground="canvas"
            aria-label={text('access.nav.preview')}
          >
            <Box as="h2" className="caption" p={[0, 10, 8]} weight={400}>
              {text('access.nav.preview')}
            </Box>
            <MenuPreview menu={previewOf(shown, language)} markedId={chosen.id} />
          </Box>
        </Grid>
      )}
    </div>
  );
}

function withDraft(item: EditableItem, { id, values }: { id: string; values: ItemDraft }): EditableItem {
  return item.id === id ? { ...item, ...values, icon: values.icon ?? item.ownIcon } : item;
}

function previewOf(items: EditableItem[], language: keyof EditableItem['titles']): PreviewEntry[] {
  const entry = (item: EditableItem, children: PreviewEntry[]): PreviewEntry => ({
    id: item.id,
    title: item.titles[language] ?? item.title,
    icon: item.icon,
    section: item.section,
    children,
  });
  const shown = items.filter(({ hidden }) => !hidden);
  return shown
    .filter(({ parentId }) => parentId === '0')
    .map((item) => {
      const children = shown.filter(({ parentId }) => parentId === item.id).map((child) => entry(child, []));
      return entry(item, children.length > 1 ? children : []);
    });
}
