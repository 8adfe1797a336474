import { type Statement, section } from '../statement.ts';

/** Section 6 of the specification. */
export const rights: readonly Statement[] = section([
  ['6.page-actions', 'Permissions are per page (permissionId) with a list of allowed actions.'],
  ['6.check', 'A check answers whether the user may perform an action on a permission.'],
  [
    '6.action-directive',
    "An action directive hides an element when the current route's permission lists actions but not the given action.",
  ],
  ['6.server-menu', 'Route access is otherwise governed by the server-supplied menu.'],
]);
