import type { Action, Permission } from '@bowerbird/contract/permissions';
import { actions as allActions } from '@bowerbird/contract/permissions';
import type { Grant, MatrixLine } from '@bowerbird/contract/team/roles';
import { Checkbox } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { Text } from '../../../ui/text/text.tsx';
import { useAccessText } from '../texts.ts';
import { holds, shareOf } from './grants.ts';

interface RoleMatrixProps {
  matrix: MatrixLine[];
  grants: Grant[];
  readOnly: boolean;
  onGrant(permission: Permission, actions: Action[], on: boolean): void;
}

/**
 * Permission matrix: pages in rows, actions in columns; the checkbox before a page covers all its actions. People
 * cannot grant what they may not do themselves.
 */
export function RoleMatrix({ matrix, grants, readOnly, onGrant }: RoleMatrixProps) {
  const text = useText();
  const words = useAccessText();
  const narrow = useNarrow();
  const columns = allActions.filter((action) =>
    matrix.some((line) => line.actions.some((one) => one.action === action)),
  );
  if (narrow) {
    return <GrantList matrix={matrix} grants={grants} />;
  }
  return (
    <Box overflow="auto">
      <Box as="table" className="matrix" w="100%" font="small">
        <thead>
          <tr>
            <th scope="col">{text('access.page')}</th>
            {columns.map((action) => (
              <th key={action} scope="col">
                {words.action(action)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.map((line) => {
            const { permission, actions } = line;
            const share = shareOf(grants, line);
            const mayGive = actions.filter((one) => one.mayGive).map(({ action }) => action);
            return (
              <tr key={permission}>
                <th scope="row">
                  <Checkbox
                    checked={share === 'all'}
                    indeterminate={share === 'some'}
                    disabled={readOnly || mayGive.length === 0}
                    onChange={() => onGrant(permission, mayGive, share !== 'all')}
                  >
                    {words.permission(permission)}
                  </Checkbox>
                </th>
                {columns.map((action) => {
                  const cell = actions.find((one) => one.action === action);
                  return (
                    <td key={action}>
                      {cell !== undefined && (
                        <Checkbox
                          aria-label={text('access.cell', {
                            page: words.permission(permission),
                            action: words.action(action),
                          })}
                          checked={holds(grants, permission, action)}
                          disabled={readOnly || !cell.mayGive}
                          onChange={({ target }) => onGrant(permission, [action], target.checked)}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}

/** On a phone, the matrix is read-only. */
function GrantList({ matrix, grants }: Pick<RoleMatrixProps, 'matrix' | 'grants'>) {
  const text = useText();
  const words = useAccessText();
  return (
    <>
      <p className="caption">{text('access.role.larger')}</p>
      <dl className="grant-list">
        {matrix.map((line) => (
          <Box p={[10, 0]} borderBottom key={line.permission}>
            <Row as="dt" align="center" gap={8} weight={500}>
              <StateGlyph
                state={
                  { all: 'complete' as const, some: 'partial' as const, none: 'none' as const }[
                    shareOf(grants, line)
                  ]
                }
              />
              {words.permission(line.permission)}
            </Row>
            <Text as="dd" font="small" tone="t2">
              {line.actions
                .filter(({ action }) => holds(grants, line.permission, action))
                .map(({ action }) => words.action(action))
                .join(text('access.comma')) || text('access.nothing')}
            </Text>
          </Box>
        ))}
      </dl>
    </>
  );
}
