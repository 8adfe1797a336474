import { Select } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { useRoles } from '../queries.ts';
import { useAccessText } from '../texts.ts';

interface RoleSelectProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
  value: string | null;
  onChange(roleId: string): void;
  /** The current role, listed even if the person could not assign it. */
  held?: { id: string; name: string };
  disabled?: boolean;
}

/** The roles that the person may assign; a role with more permissions than the person's own is shown but disabled. */
export function RoleSelect({ held, ...control }: RoleSelectProps) {
  const text = useText();
  const words = useAccessText();
  const roles = useRoles().data?.roles ?? [];
  const known = held === undefined || roles.some(({ id }) => id === held.id);
  return (
    <Select
      {...control}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        ...(known ? [] : [{ value: held.id, label: words.role(held) }]),
        ...roles.map((role) => ({
          value: role.id,
          label:
            role.status === 'disabled'
              ? text('access.role.named-disabled', { name: words.role(role) })
              : words.role(role),
          disabled: !role.withinReach,
        })),
      ]}
    />
  );
}
