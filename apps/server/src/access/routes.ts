import { getNavigation } from '@bowerbird/contract/account/access';
import { type Served, serve } from '../http/serve.ts';
import { invitationRoutes } from './invitation-routes.ts';
import type { Called } from './matrix.ts';
import { navigationFor } from './navigation-edits.ts';
import { navigationRoutes } from './navigation-routes.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { roleRoutes } from './role-routes.ts';

/** @param served returns every call of this server; called only once all are known */
export function accessRoutes(served: () => readonly Called[]): Served[] {
  return [
    serve(getNavigation, async (_input, { user, services, language }) =>
      navigationFor(services, user, language),
    ),
    ...peopleRoutes,
    ...invitationRoutes,
    ...roleRoutes(served),
    ...organisationRoutes,
    ...navigationRoutes,
  ];
}
