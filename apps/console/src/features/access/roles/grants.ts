import type { Action, Permission } from '@bowerbird/contract/permissions';
import type { Grant, MatrixLine } from '@bowerbird/contract/team/roles';

/** Whether all, some or none of a row is allowed. */
export type Share = 'all' | 'some' | 'none';

export function holds(grants: readonly Grant[], permission: Permission, action: Action): boolean {
  return grants.some((grant) => grant.permission === permission && grant.actions.includes(action));
}

export function shareOf(grants: readonly Grant[], { permission, actions }: MatrixLine): Share {
  const held = actions.filter(({ action }) => holds(grants, permission, action)).length;
  return held === 0 ? 'none' : held === actions.length ? 'all' : 'some';
}

/** Returns the same grants with these actions allowed or disallowed; other grants stay. */
export function granted(
  grants: readonly Grant[],
  permission: Permission,
  actions: readonly Action[],
  on: boolean,
): Grant[] {
  const held = grants.find((grant) => grant.permission === permission)?.actions ?? [];
  const rest = held.filter((action) => !actions.includes(action));
  const others = grants.filter((grant) => grant.permission !== permission);
  const next = on ? [...rest, ...actions] : rest;
  return next.length === 0 ? others : [...others, { permission, actions: next }];
}

/** Reports whether two lists of grants allow the same. */
export function sameGrants(one: readonly Grant[], other: readonly Grant[]): boolean {
  const flat = (grants: readonly Grant[]) =>
    grants
      .flatMap(({ permission, actions }) => actions.map((action) => `${permission}.${action}`))
      .sort()
      .join();
  return flat(one) === flat(other);
}
