import type { Role } from '@bowerbird/contract/team/roles';
import { disableRole, enableRole } from '@bowerbird/contract/team/roles';
import type { MenuProps } from 'antd';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useAccessChange } from '../queries.ts';
import { useAccessText } from '../texts.ts';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { RoleMenuDrawer } from './role-menu-drawer.tsx';

interface RoleHeadProps {
  role: Role;
  roles: Role[];
  onCopy(role: Role): void;
  onGone(): void;
}

/** A role's name and the actions on the role as a whole. */
export function RoleHead({ role, roles, onCopy, onGone }: RoleHeadProps) {
  const text = useText();
  const may = useMay();
  const words = useAccessText();
  const [looking, setLooking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const setStatus = useStatus(role);
  const changeable = !role.builtIn && role.withinReach && !role.own;
  const items = [
    ...(may('role', 'add')
      ? [{ key: 'copy', icon: <Icon name="copy" />, label: text('access.role.copy') }]
      : []),
    ...(changeable && role.status === 'active' && may('role', 'disable')
      ? [{ key: 'disable', icon: <Icon name="pause" />, label: text('access.role.disable') }]
      : []),
    ...(changeable && role.status === 'disabled' && may('role', 'enable')
      ? [{ key: 'enable', icon: <Icon name="play" />, label: text('access.role.enable') }]
      : []),
    ...(changeable && may('role', 'delete')
      ? [{ key: 'delete', icon: <Icon name="trash" />, label: text('access.role.delete'), danger: true }]
      : []),
  ];
  const act: MenuProps['onClick'] = ({ key, domEvent }) => {
    // Otherwise the same Enter would press the focused control of the dialog that opens now.
    domEvent.preventDefault();
    if (key === 'copy') {
      onCopy(role);
    } else if (key === 'delete') {
      setDeleting(true);
    } else {
      void setStatus(key === 'disable' ? 'disabled' : 'active');
    }
  };
  return (
    <Row as="header" wrap align="start" justify="between" gap={[8, 16]}>
      <Box basis={220} shrink>
        <h2 className="section-title">{words.role(role)}</h2>
        {role.status === 'disabled' && (
          <StateText state="cancelled">{text('access.state.disabled')}</StateText>
        )}
        <Text as="p" className="quiet" font="small" anywhere>
          {role.builtIn
            ? text.named(`access.builtIn.${role.id}.note`, {}, role.description)
            : role.description}
        </Text>
      </Box>
      <Row wrap gap={8}>
        {may('role', 'get') && (
          <Button icon={<Icon name="eye" />} onClick={() => setLooking(true)}>
            {text('access.role.sees')}
          </Button>
        )}
        {role.builtIn && may('role', 'add') && (
          <Button icon={<Icon name="copy" />} onClick={() => onCopy(role)}>
            {text('access.role.copy')}
          </Button>
        )}
        {!role.builtIn && items.length > 0 && (
          <Dropdown autoFocus trigger={['click']} placement="bottomRight" menu={{ items, onClick: act }}>
            <Button icon={<Icon name="more" />} aria-label={text('act.more')} title={text('act.more')} />
          </Dropdown>
        )}
      </Row>
      {looking && <RoleMenuDrawer role={role} onClose={() => setLooking(false)} />}
      {deleting && (
        <DeleteRoleDialog
          role={role}
          others={roles.filter((other) => other.id !== role.id && other.withinReach)}
          onClose={() => setDeleting(false)}
          onGone={onGone}
        />
      )}
    </Row>
  );
}

function useStatus(role: Role): (status: Role['status']) => Promise<void> {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const words = useAccessText();
  const name = words.role(role);
  const set = useAccessChange((status: Role['status']) =>
    call(status === 'active' ? enableRole : disableRole, { params: { id: role.id } }),
  );
  return async (status) => {
    const sure =
      status === 'active' ||
      role.people === 0 ||
      (await confirm({
        title: text('access.role.disable.title', { name }),
        content: text('access.role.disable.content', { n: role.people }),
        confirm: text('access.role.disable'),
      }));
    if (sure) {
      set.mutate(status, {
        onError: reportFailure,
        onSuccess: () => toast({ state: 'complete', text: text(`access.role.${status}.done`, { name }) }),
      });
    }
  };
}
