import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Grant } from '@bowerbird/contract/roles';
import { useMemo } from 'react';
import { useText } from '../../lib/text.ts';

interface AccessWords {
  action(action: Action): string;
  permission(permission: Permission): string;
  /** A role's name: that of a built-in one in the language shown. */
  role(role: { id: string; name: string }): string;
  /** 商品：导出、删除; one line for each permission. */
  grants(grants: readonly Grant[]): string[];
}

/** Names of rights and roles. */
export function useAccessWords(): AccessWords {
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
