// @vitest-environment happy-dom

import type { CurrentUser } from '@bowerbird/contract/account/account';
import type { Permission } from '@bowerbird/contract/permissions';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { RoutePermission, SessionContext } from '../../lib/person/session.ts';
import { Allowed } from './allowed.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** Returns what a page of this permission shows to someone who may only list and edit products. */
async function shownAt(permission: Permission | null): Promise<string> {
  const role = {
    permissions: [{ permissionId: 'products', actionEntitySet: [{ action: 'query' }, { action: 'edit' }] }],
  };
  // Only the user's permissions are read here.
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
