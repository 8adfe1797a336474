import { type Statement, section } from '../statement.ts';

/** Section 3 of the specification. */
export const entities: readonly Statement[] = section([
  ['3.session', 'Session: token (string), name, welcome greeting, avatar, roles, info.'],
  [
    '3.current-user',
    'Current user (from the user-info call): name, avatar, role holding a list of permissions.',
  ],
  [
    '3.permission',
    'Permission: permissionId; optionally actionEntitySet (items with action, and in sample data describe and defaultCheck).',
  ],
  [
    '3.actions',
    'Actions: add, delete, edit, query, get, enable, disable, import, export, and update in sample data.',
  ],
  ['3.role', 'Sample role: id, name, describe, status, creatorId, createTime, deleted, permissions.'],
  [
    '3.default-role',
    'The default admin role has only the dashboard permission and is described as having all permissions.',
  ],
  ['3.navigation-item', 'Navigation item: id, parentId, key, name, path, component, redirect, meta.'],
  [
    '3.display-settings',
    'Display settings: layout, theme (dark or light), content width (Fluid or Fixed), fixed header, fixed sidebar, auto-hide header, primary color, weak mode, multi-tab flag, language.',
  ],
  [
    '3.stored-keys',
    'Stored client keys: Access-Token, sidebar_type, is_mobile, nav_theme, layout, fixed_header, fixed_sidebar, content_width, auto_hide_header, color, weak, multi_tab, app_language.',
  ],
]);
