import { outboxRoutes } from '../access/outbox-routes.ts';
import { platformUseRoutes } from '../access/platform-use.ts';
import { accessRoutes } from '../access/routes.ts';
import { profileBrowserRoutes, profileRoutes } from '../account/profile/profile-routes.ts';
import { accountRoutes } from '../account/routes.ts';
import { securityRoutes } from '../account/security-routes.ts';
import { tokenRoutes } from '../account/tokens/token-routes.ts';
import { auditBrowserRoutes, auditRoutes } from '../audit/routes.ts';
import { billingBrowserRoutes, billingRoutes } from '../billing/routes.ts';
import { bulkEditRoutes } from '../bulk-edits/routes.ts';
import { collectedReader } from '../collect/lists/filter.ts';
import { collectRoutes } from '../collect/routes.ts';
import { copyRoutes } from '../copying/routes.ts';
import { insightRoutes } from '../dashboard/insight-routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { editRuleRoutes } from '../edit-rules/routes.ts';
import { exportBrowserRoutes, exportRoutes } from '../export/routes.ts';
import { gridRoutes } from '../grid/routes.ts';
import type { BrowserServed, Served } from '../http/serve.ts';
import { imageBrowserRoutes, imageRoutes } from '../images/routes.ts';
import { importBrowserRoutes, importDownloadRoutes } from '../imports/download/routes.ts';
import { importRoutes } from '../imports/routes.ts';
import { watchedFileRoutes } from '../imports/watched/routes.ts';
import { listingAfterRoutes } from '../listing/api/action-routes.ts';
import { listingBrowserRoutes, listingRoutes } from '../listing/api/routes.ts';
import { scheduleRoutes } from '../listing-schedules/routes.ts';
import { listingStatesRoutes } from '../listing-states/routes.ts';
import { newsRoutes } from '../news/routes.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { platformRoutes } from '../platforms/routes.ts';
import { pluginBrowserRoutes, pluginRoutes } from '../plugin/routes.ts';
import { claimRoutes } from '../products/claim/claim-routes.ts';
import { lifeRoutes } from '../products/life/life-routes.ts';
import { productRoutes } from '../products/routes.ts';
import { provenanceRoutes } from '../provenance/routes.ts';
import { mergeDelivered } from '../recollect/merge-delivered.ts';
import { recollectRoutes } from '../recollect/routes.ts';
import { rulesRoutes } from '../rules/routes.ts';
import { storeCategoriesRoutes } from '../rules/store-categories/routes.ts';
import { runRoutes } from '../runs/routes.ts';
import { savedItemRoutes } from '../saved-items/routes.ts';
import { searchRoutes } from '../search/routes.ts';
import { sourceRoutes } from '../sources/routes.ts';
import { storeBrowserRoutes, storeRoutes } from '../stores/routes.ts';
import { systemRoutes } from '../system/routes.ts';
import { taskRoutes } from '../tasks/routes.ts';
import { teamMarkRoutes } from '../team-marks/routes.ts';
import type { Clock } from '../time/clock.ts';
import { uploadRoutes } from '../uploads/routes.ts';
import { otherUndos } from './other-undos.ts';

/** Returns every call that this server answers. */
export function servedRoutes(clock: Clock): Served[] {
  const served: Served[] = [
    ...accountRoutes(),
    ...profileRoutes,
    ...securityRoutes(),
    ...tokenRoutes(),
    ...accessRoutes(() => [...served, ...servedToBrowsers]),
    ...runRoutes,
    ...outboxRoutes,
    ...notificationRoutes,
    ...platformRoutes,
    ...collectRoutes,
    ...sourceRoutes,
    ...productRoutes,
    ...teamMarkRoutes,
    ...savedItemRoutes,
    ...bulkEditRoutes(otherUndos),
    ...importRoutes,
    ...importDownloadRoutes,
    ...watchedFileRoutes,
    ...gridRoutes,
    ...imageRoutes,
    ...uploadRoutes,
    ...claimRoutes(collectedReader),
    ...pluginRoutes(undefined, mergeDelivered),
    ...recollectRoutes,
    ...editRuleRoutes,
    ...provenanceRoutes,
    ...exportRoutes,
    ...storeRoutes,
    ...listingRoutes,
    ...listingStatesRoutes,
    ...listingAfterRoutes,
    ...rulesRoutes,
    ...storeCategoriesRoutes,
    ...scheduleRoutes,
    ...copyRoutes,
    ...dashboardRoutes,
    ...billingRoutes,
    ...newsRoutes,
    ...auditRoutes,
    ...systemRoutes,
    ...insightRoutes(clock),
    ...taskRoutes,
    ...searchRoutes,
    ...platformUseRoutes,
    ...lifeRoutes,
  ];
  return served;
}

/** Routes that the browser requests by itself, other than the stream of runs. */
export const servedToBrowsers: BrowserServed[] = [
  ...profileBrowserRoutes,
  ...exportBrowserRoutes,
  ...importBrowserRoutes,
  ...imageBrowserRoutes,
  ...billingBrowserRoutes,
  ...auditBrowserRoutes,
  ...storeBrowserRoutes,
  ...listingBrowserRoutes,
  ...pluginBrowserRoutes(),
];
