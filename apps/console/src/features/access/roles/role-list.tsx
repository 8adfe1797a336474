import type { Role } from '@bowerbird/contract/team/roles';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useAccessText } from '../texts.ts';

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
      <Grid as="ul" gap={2}>
        {roles.map((role) => (
          <li key={role.id}>
            <Stack
              as="button"
              type="button"
              className={role.id === chosenId ? 'role-item chosen' : 'role-item'}
              hover="ground"
              w="100%"
              p={[8, 12]}
              radius="m"
              aria-current={role.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(role.id)}
            >
              <Row
                as="span"
                className="role-item-name"
                align="center"
                gap={6}
                shrink
                font="small"
                weight={500}
              >
                {role.status === 'disabled' && <StateGlyph state="cancelled" size={14} />}
                <span className="cut" title={words.role(role)}>
                  {words.role(role)}
                </span>
                {role.builtIn && <span className="count-tag">{text('access.role.builtIn')}</span>}
              </Row>
              <Text font="caption" tone="t2">
                {text('access.role.people', { n: role.people })}
                {role.status === 'disabled' && ` · ${text('access.state.disabled')}`}
              </Text>
            </Stack>
          </li>
        ))}
      </Grid>
    </nav>
  );
}
