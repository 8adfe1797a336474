import { getProductLife } from '@bowerbird/contract/products/life';
import { type Served, serve } from '../../http/serve.ts';
import { findLife } from './life.ts';

export const lifeRoutes: Served[] = [
  serve(getProductLife, async ({ params }, call) => call.db((db) => findLife(db, call.ownerId, params.id))),
];
