import { getNavigation } from '@bowerbird/contract/account/access';
import { type Served, serve } from '../http/serve.ts';
import type { Called } from './matrix.ts';
import { navigationFor } from './navigation/navigation-edits.ts';
import { navigationRoutes } from './navigation/navigation-routes.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { invitationRoutes } from './people/invitation-routes.ts';
import { peopleRoutes } from './people/people-routes.ts';
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
