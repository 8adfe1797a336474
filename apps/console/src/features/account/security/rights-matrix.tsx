import { tokenPermissions } from '@bowerbird/contract/account/tokens';
import type { Action } from '@bowerbird/contract/permissions';
import { actions } from '@bowerbird/contract/permissions';
import { Checkbox } from 'antd';
import { useMemo } from 'react';
import { useSession } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Stack } from '../../../ui/layout/box.tsx';

type TokenPermission = (typeof tokenPermissions)[number];

/** Ticked actions, by area. */
export type Rights = Partial<Record<TokenPermission, readonly Action[]>>;

interface OwnRight {
  permission: TokenPermission;
  actions: readonly Action[];
}

/** Returns what the person's own role allows, limited to what a token can be granted. */
export function useOwnRights(): OwnRight[] {
  const { user } = useSession();
  return useMemo(
    () =>
      tokenPermissions.flatMap((permission) => {
        const held = user.role.permissions
          .filter(({ permissionId }) => permissionId === permission)
          .flatMap(({ actionEntitySet }) => actionEntitySet.map(({ action }) => action));
        const own = actions.filter((action) => held.includes(action));
        return own.length > 0 ? [{ permission, actions: own }] : [];
      }),
    [user],
  );
}

interface RightsMatrixProps {
  own: readonly OwnRight[];
  value: Rights;
  onChange(value: Rights): void;
  error: string | null;
}

/** Areas in rows, actions in columns; only what the person may do themselves can be ticked. */
export function RightsMatrix({ own, value, onChange, error }: RightsMatrixProps) {
  const text = useText();
  const columns = actions.filter((action) => own.some((each) => each.actions.includes(action)));
  const set = (permission: TokenPermission, chosen: readonly Action[]) =>
    onChange({ ...value, [permission]: chosen });
  return (
    <Stack className="rights" gap={6} shrink>
      <Box overflow="auto">
        <Box as="table" className="rights-table" w="100%">
          <caption>{text('account.tokens.rights')}</caption>
          <thead>
            <tr>
              <td />
              {columns.map((action) => (
                <th key={action} scope="col">
                  {text(`account.action.${action}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {own.map(({ permission, actions: allowed }) => {
              const chosen = value[permission] ?? [];
              const area = text(`account.area.${permission}`);
              return (
                <tr key={permission}>
                  <th scope="row">
                    <Checkbox
                      checked={chosen.length === allowed.length}
                      indeterminate={chosen.length > 0 && chosen.length < allowed.length}
                      onChange={({ target }) => set(permission, target.checked ? allowed : [])}
                    >
                      {area}
                    </Checkbox>
                  </th>
                  {columns.map((action) => (
                    <td key={action}>
                      {allowed.includes(action) && (
                        <Checkbox
                          aria-label={text('account.tokens.rightOf', {
                            area,
                            action: text(`account.action.${action}`),
                          })}
                          checked={chosen.includes(action)}
                          onChange={({ target }) =>
                            set(
                              permission,
                              allowed.filter((each) =>
                                each === action ? target.checked : chosen.includes(each),
                              ),
                            )
                          }
                        />
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </Box>
      </Box>
      {error !== null && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </Stack>
  );
}
