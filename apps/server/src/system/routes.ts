import * as contract from '@bowerbird/contract/system/system';
import { requireAdministrator } from '../http/protection/administrators-only.ts';
import { type Call, type Served, serve } from '../http/serve.ts';
import { findOverview } from './overview.ts';
import { measureSystem } from './status.ts';

export const systemRoutes: Served[] = [
  serve(contract.getSystemStatus, async (_input, call) => measureSystem(ofAdministrator(call))),
  serve(contract.getSystemOverview, async (_input, call) => findOverview(ofAdministrator(call))),
];

/** Requires an administrator, because everybody's accounts and messages are counted and named here. */
function ofAdministrator(call: Call): Call['services'] {
  requireAdministrator(call, 'support', 'get');
  return call.services;
}
