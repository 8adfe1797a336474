import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Grant } from '@bowerbird/contract/team/roles';
import { useMemo } from 'react';
import { useText } from '../../lib/text/text.ts';

interface AccessText {
  action(action: Action): string;
  permission(permission: Permission): string;
  /** Returns a role's name; that of a built-in role in the current language. */
  role(role: { id: string; name: string }): string;
  /** Formats grants such as 商品：导出、删除; one line for each permission. */
  grants(grants: readonly Grant[]): string[];
}

/** Returns functions that name permissions and roles. */
export function useAccessText(): AccessText {
  const text = useText();
  return useMemo(
    () => ({
      action: (action) => text(`access.action.${action}`),
      permission: (permission) => text(`access.permission.${permission}`),
      role: ({ id, name }) => text.named(`access.builtIn.${id}`, {}, name),
      grants: (grants) =>
        grants.map(({ permission, actions }) =>
          text('access.grants', {
            page: text(`access.permission.${permission}`),
            actions: actions.map((action) => text(`access.action.${action}`)).join(text('access.comma')),
          }),
        ),
    }),
    [text],
  );
}
