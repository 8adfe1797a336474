import type { OrganisationNode } from '@bowerbird/contract/team/organisation';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/access/allowed.tsx';
import { useChoice, useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { Tree } from '../navigation/tree.tsx';
import { foundIn } from '../navigation/tree-places.ts';
import { useChangeOrganisation, useOrganisation } from '../queries.ts';
import { PartDialog } from './part-dialog.tsx';
import { PartMembers } from './part-members.tsx';
import '../access.css';

type Task = { kind: 'add'; parent: OrganisationNode | null } | { kind: 'rename'; node: OrganisationNode };

/** Number of parts from which a search field is shown. */
const searchFrom = 8;

/** The organisation's parts as a tree, with the people of the chosen part next to it. */
export default function OrganisationPage() {
  const text = useText();
  const may = useMay();
  const organisation = useOrganisation();
  const change = useChangeOrganisation();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [task, setTask] = useState<Task | null>(null);
  const remove = useRemove((id, moveUp) => change.mutate({ kind: 'delete', id, moveUp }));
  const nodes = organisation.data ?? [];
  const chosen = nodes.find(({ id }) => id === chosenId) ?? nodes[0] ?? null;
  const mayEdit = may('organisation', 'edit');
  const found = foundIn(nodes, search);
  const addButton = (
    <Allowed action="add">
      <Button
        type="primary"
        icon={<Icon name="plus" />}
        onClick={() => setTask({ kind: 'add', parent: null })}
      >
        {text('access.part.new')}
      </Button>
    </Allowed>
  );

  return (
    <div className="page">
      <PageHead
        title={text('menu.team.organisation')}
        hint={nodes.length === 0 ? undefined : text('access.parts.count', { n: nodes.length })}
        {...(nodes.length > 0 && { actions: addButton })}
      />
      {organisation.isError && organisation.data === undefined ? (
        <SectionFault failure={organisation.error} onRetry={() => void organisation.refetch()} />
      ) : organisation.data === undefined ? (
        <SkeletonLines lines={6} />
      ) : chosen === null ? (
        <Empty act={addButton}>{text('access.parts.empty')}</Empty>
      ) : (
        <Grid className="access-sides" columns="260px minmax(0, 1fr)" gap={36} align="start">
          <div className="access-tree">
            {nodes.length > searchFrom && (
              <Input
                className="access-tree-search"
                allowClear
                prefix={<Icon name="search" />}
                data-page-search
                aria-label={text('access.parts.search')}
                placeholder={text('access.parts.search')}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            )}
            {found.length === 0 ? (
              <p className="quiet">{text('empty.filtered')}</p>
            ) : (
              <Tree
                label={text('menu.team.organisation')}
                nodes={found}
                chosenId={chosen.id}
                onChoose={setChosenId}
                steps={['up', 'down', 'in', 'out']}
                {...(mayEdit &&
                  search.trim() === '' && {
                    onMove: (id, { parentId, before }) =>
                      change.mutate({ kind: 'move', id, parentId, before }),
                  })}
                end={({ people }) =>
                  people > 0 && (
                    <Text font="caption" tone="t2">
                      {people}
                    </Text>
                  )
                }
                actionsOf={() => [
                  ...(may('organisation', 'add')
                    ? [{ key: 'add', icon: <Icon name="plus" />, label: text('access.part.below') }]
                    : []),
                  ...(mayEdit
                    ? [{ key: 'rename', icon: <Icon name="edit" />, label: text('access.part.rename') }]
                    : []),
                  ...(may('organisation', 'delete')
                    ? [
                        {
                          key: 'delete',
                          icon: <Icon name="trash" />,
                          label: text('access.part.delete'),
                          danger: true,
                        },
                      ]
                    : []),
                ]}
                onAction={(key, node) => {
                  if (key === 'add') {
                    setTask({ kind: 'add', parent: node });
                  } else if (key === 'rename') {
                    setTask({ kind: 'rename', node });
                  } else {
                    void remove(node, nodes);
                  }
                }}
              />
            )}
            {mayEdit && <p className="caption access-keys">{text('access.tree.keys')}</p>}
          </div>
          <PartMembers key={chosen.id} part={chosen} />
        </Grid>
      )}
      {task !== null && (
        <PartDialog
          title={text(task.kind === 'add' ? 'access.part.new' : 'access.part.rename')}
          parent={task.kind === 'add' ? (task.parent?.name ?? null) : null}
          start={task.kind === 'rename' ? task.node.name : ''}
          busy={change.isPending}
          onClose={() => setTask(null)}
          onSave={(name) =>
            change.mutate(
              task.kind === 'add'
                ? { kind: 'add', parentId: task.parent?.id ?? null, name }
                : { kind: 'rename', id: task.node.id, name },
              { onSuccess: () => setTask(null) },
            )
          }
        />
      )}
    </div>
  );
}

/**
 * Returns a function that deletes a part. An empty part is deleted once confirmed; otherwise its people and sub-parts
 * move up one level.
 */
function useRemove(remove: (id: string, moveUp: boolean) => void) {
  const text = useText();
  const confirm = useConfirm();
  const choose = useChoice();
  return async (node: OrganisationNode, nodes: OrganisationNode[]) => {
    const parts = nodes.filter(({ parentId }) => parentId === node.id).length;
    const title = text('access.part.delete.title', { name: node.name });
    if (parts + node.people === 0) {
      if (await confirm({ title, confirm: text('access.part.delete'), danger: true })) {
        remove(node.id, false);
      }
      return;
    }
    const answer = await choose({
      title,
      content: text('access.part.delete.full', { people: node.people, parts }),
      choices: [
        { key: 'no', label: text('act.cancel') },
        { key: 'up', label: text('access.part.delete.up'), kind: 'danger' },
      ],
    });
    if (answer === 'up') {
      remove(node.id, true);
    }
  };
}
