import * as contract from '@bowerbird/contract/system';
import { type Served, serve } from '../http/serve.ts';
import { findOverview } from './overview.ts';
import { measureSystem } from './status.ts';

export const systemRoutes: Served[] = [
  serve(contract.getSystemStatus, (_input, { services }) => measureSystem(services)),
  serve(contract.getSystemOverview, (_input, { services }) => findOverview(services)),
];
