import type { Person } from '@bowerbird/contract/team/people';
import { deletePerson, disablePerson, enablePerson, unfreezeMerchant } from '@bowerbird/contract/team/people';
import type { MenuProps } from 'antd';
import { Button, Dropdown } from 'antd';
import { call } from '../../../lib/api/call.ts';
import { useMay, useSession } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { useAccessChange } from '../queries.ts';

interface PersonMenuProps {
  person: Person;
  onEdit(): void;
  onFreeze(): void;
}

type Action = 'edit' | 'enable' | 'disable' | 'delete' | 'freeze' | 'unfreeze';

/** Menu of the actions on an account; actions that are not allowed are left out. */
export function PersonMenu({ person, onEdit, onFreeze }: PersonMenuProps) {
  const text = useText();
  const may = useMay();
  const { user } = useSession();
  const actions = usePersonActions(person);
  const changeable = person.withinReach && !person.self;
  const frozen = person.merchant?.status === 'frozen';
  const known = user.ownerId === null && person.merchant !== null;
  const item = (key: Action, icon: Parameters<typeof Icon>[0]['name'], danger = false) => ({
    key,
    icon: <Icon name={icon} />,
    label: text(`access.person.${key}`),
    danger,
  });
  const items = [
    ...(may('user', 'edit') && person.withinReach ? [item('edit', 'edit')] : []),
    ...(changeable && person.status === 'disabled' && may('user', 'enable') ? [item('enable', 'play')] : []),
    ...(changeable && person.status === 'active' && may('user', 'disable') ? [item('disable', 'pause')] : []),
    ...(known && frozen && may('user', 'enable') ? [item('unfreeze', 'play')] : []),
    ...(known && !frozen && may('user', 'disable') ? [item('freeze', 'lock')] : []),
    ...(changeable && may('user', 'delete') ? [item('delete', 'trash', true)] : []),
  ];
  if (items.length === 0) {
    return null;
  }
  const act: MenuProps['onClick'] = ({ key, domEvent }) => {
    // Otherwise the same Enter would press the focused control of the dialog that opens now.
    domEvent.preventDefault();
    if (key === 'edit') {
      onEdit();
    } else if (key === 'freeze') {
      onFreeze();
    } else if (key === 'enable' || key === 'disable' || key === 'delete' || key === 'unfreeze') {
      void actions(key);
    }
  };
  return (
    <Dropdown autoFocus trigger={['click']} placement="bottomRight" menu={{ items, onClick: act }}>
      <Button
        type="text"
        icon={<Icon name="more" />}
        aria-label={text('access.person.more', { name: person.name })}
        title={text('act.more')}
      />
    </Dropdown>
  );
}

function usePersonActions(
  person: Person,
): (act: 'enable' | 'disable' | 'delete' | 'unfreeze') => Promise<void> {
  const text = useText();
  const toast = useToast();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const { name, id } = person;
  const change = useAccessChange(async (act: 'enable' | 'disable' | 'delete' | 'unfreeze') => {
    const params = { id };
    switch (act) {
      case 'enable':
        await call(enablePerson, { params });
        break;
      case 'disable':
        await call(disablePerson, { params });
        break;
      case 'delete':
        await call(deletePerson, { params });
        break;
      case 'unfreeze':
        await call(unfreezeMerchant, { params: { id: person.merchant?.id ?? '' } });
    }
  });
  return async (act) => {
    const sure =
      act === 'enable' ||
      act === 'unfreeze' ||
      (await confirm({
        title: text(`access.person.${act}.title`, { name }),
        content: text(`access.person.${act}.content`),
        confirm: text(`access.person.${act}`),
        danger: act === 'delete',
      }));
    if (sure) {
      change.mutate(act, {
        onError: reportFailure,
        onSuccess: () =>
          toast({
            state: 'complete',
            text: text(`access.person.${act}.done`, {
              name: act === 'unfreeze' ? (person.merchant?.name ?? name) : name,
            }),
          }),
      });
    }
  };
}
