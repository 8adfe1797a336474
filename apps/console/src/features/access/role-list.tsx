import type { Role } from '@bowerbird/contract/roles';
import { useText } from '../../lib/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useAccessText } from './texts.ts';

interface RoleListProps {
  roles: Role[];
  chosenId: string | null;
  onChoose(id: string): void;
}

/** Lists every role with the number of people who hold it. */
export function RoleList({ roles, chosenId, onChoose }: RoleListProps) {
  const text = useText();
  const words = useAccessText();
  return (
    <nav className="role-list" aria-label={text('menu.team.roles')}>
      <ul>
        {roles.map((role) => (
          <li key={role.id}>
            <button
              type="button"
              className={role.id === chosenId ? 'role-item chosen' : 'role-item'}
              aria-current={role.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(role.id)}
            >
              <span className="role-item-name">
                {role.status === 'disabled' && <StateGlyph state="cancelled" size={14} />}
                <span className="cut" title={words.role(role)}>
                  {words.role(role)}
                </span>
                {role.builtIn && <span className="count-tag">{text('access.role.builtIn')}</span>}
              </span>
              <span className="role-item-note">
                {text('access.role.people', { n: role.people })}
                {role.status === 'disabled' && ` · ${text('access.state.disabled')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
