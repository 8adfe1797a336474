import type { Role } from '@bowerbird/contract/team/roles';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/access/allowed.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { useRoles } from '../queries.ts';
import { useAccessText } from '../texts.ts';
import { useConfirmLost } from '../use-confirm-lost.ts';
import type { RoleDraft } from './role-editor.tsx';
import { RoleEditor } from './role-editor.tsx';
import { RoleList } from './role-list.tsx';
import '../access.css';

/** The roles on the left; on the right the permissions of the chosen role, page by page. */
export default function RolesPage() {
  const text = useText();
  const words = useAccessText();
  const roles = useRoles();
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** A role that is not saved yet. */
  const [fresh, setFresh] = useState<RoleDraft | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  const confirmLost = useConfirmLost();
  const held = roles.data?.roles ?? [];
  const chosen = held.find(({ id }) => id === chosenId) ?? held[0];

  const choose = (id: string) => {
    setFresh(null);
    setChosenId(id);
  };
  const begin = (draft: RoleDraft) =>
    void confirmLost(unsaved).then((sure) => {
      if (sure) {
        setFresh(draft);
      }
    });
  const copy = (role: Role) =>
    begin({
      name: text('access.role.copyName', { name: words.role(role) }).slice(0, 60),
      description: role.description,
      permissions: role.permissions,
    });

  return (
    <div className="page">
      <PageHead
        title={text('menu.team.roles')}
        hint={roles.data === undefined ? undefined : text('access.roles.count', { n: held.length })}
        actions={
          <Allowed action="add">
            <Button
              type="primary"
              icon={<Icon name="plus" />}
              onClick={() => begin({ name: '', description: '', permissions: [] })}
            >
              {text('access.role.new')}
            </Button>
          </Allowed>
        }
      />
      {roles.isError && roles.data === undefined ? (
        <SectionFault failure={roles.error} onRetry={() => void roles.refetch()} />
      ) : roles.data === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <Grid className="access-sides" columns="260px minmax(0, 1fr)" gap={36} align="start">
          <RoleList
            roles={held}
            chosenId={fresh === null ? (chosen?.id ?? null) : null}
            onChoose={(id) => void confirmLost(unsaved).then((sure) => sure && choose(id))}
          />
          {fresh !== null ? (
            <RoleEditor
              key={`new.${fresh.name}`}
              kept={null}
              start={fresh}
              matrix={roles.data.matrix}
              roles={held}
              onCopy={copy}
              onUnsaved={setUnsaved}
              onDone={(id) => (id === null ? setFresh(null) : choose(id))}
            />
          ) : (
            chosen !== undefined && (
              <RoleEditor
                key={chosen.id}
                kept={chosen}
                start={chosen}
                matrix={roles.data.matrix}
                roles={held}
                onCopy={copy}
                onUnsaved={setUnsaved}
                onDone={(id) => setChosenId(id)}
              />
            )
          )}
        </Grid>
      )}
    </div>
  );
}
