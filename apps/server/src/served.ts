import { accessRoutes } from './access/routes.ts';
import { accountRoutes } from './account/routes.ts';
import { SignInTries } from './account/tries.ts';
import type { Clock } from './clock.ts';
import { selectCollected } from './collect/filter.ts';
import { collectRoutes } from './collect/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { exportBrowserRoutes, exportRoutes } from './export/routes.ts';
import type { BrowserServed, Served } from './http/serve.ts';
import { listingBrowserRoutes, listingRoutes } from './listing/routes.ts';
import { platformRoutes } from './platforms-routes.ts';
import { claimRoutes } from './products/claim-routes.ts';
import { productRoutes } from './products/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { storeRoutes } from './stores/routes.ts';

/** Every call this server answers. */
export function servedRoutes(clock: Clock): Served[] {
  return [
    ...accountRoutes(new SignInTries(clock)),
    ...accessRoutes,
    ...runRoutes,
    ...platformRoutes,
    ...collectRoutes,
    ...productRoutes,
    ...claimRoutes(selectCollected),
    ...exportRoutes,
    ...storeRoutes,
    ...listingRoutes,
    ...dashboardRoutes,
  ];
}

/** What the browser asks by itself, besides the stream of runs. */
export const servedToBrowsers: BrowserServed[] = [...exportBrowserRoutes, ...listingBrowserRoutes];
