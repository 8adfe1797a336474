// @vitest-environment happy-dom

import type { CurrentUser } from '@bowerbird/contract/account';
import type { Permission } from '@bowerbird/contract/permissions';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { RoutePermission, SessionContext } from '../lib/session.ts';
import { Allowed } from './allowed.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** What stands on a page of this permission for somebody who may list and edit products and nothing else. */
async function shownAt(permission: Permission | null): Promise<string> {
  const role = {
    permissions: [{ permissionId: 'products', actionEntitySet: [{ action: 'query' }, { action: 'edit' }] }],
  };
  // Of the user only the rights are read here.
  const user = { ownerId: 'an owner', role } as unknown as CurrentUser;
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <SessionContext value={{ user, navigation: [], signOut: async () => undefined }}>
        <RoutePermission value={permission}>
          <Allowed action="edit">edit</Allowed>
          <Allowed action="export"> export</Allowed>
        </RoutePermission>
      </SessionContext>,
    ),
  );
  const shown = place.textContent ?? '';
  await act(async () => root.unmount());
  return shown;
}

describe('what a page offers', () => {
  it("is what the role may do on the page's permission, and nothing elsewhere [6.action-directive]", async () => {
    expect(await shownAt('products')).toBe('edit');
    expect(await shownAt('stores')).toBe('');
    expect(await shownAt(null)).toBe('');
  });
});
