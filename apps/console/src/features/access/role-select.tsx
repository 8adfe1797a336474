import { Select } from 'antd';
import { useText } from '../../lib/text.ts';
import { useRoles } from './queries.ts';
import { useAccessWords } from './words.ts';

interface RoleSelectProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
  value: string | null;
  onChange(roleId: string): void;
  /** The role held now: it stands there also where it could not be given. */
  held?: { id: string; name: string };
  disabled?: boolean;
}

/** The roles that one may give; one that reaches farther than one's own is shown and cannot be chosen. */
export function RoleSelect({ held, ...control }: RoleSelectProps) {
  const text = useText();
  const words = useAccessWords();
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
