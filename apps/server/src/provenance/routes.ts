import { getProductProvenance } from '@bowerbird/contract/products/provenance';
import { type Served, serve } from '../http/serve.ts';
import { findProvenance } from './find-provenance.ts';

export const provenanceRoutes: Served[] = [
  serve(getProductProvenance, async ({ params }, call) =>
    call.db((db) => findProvenance(db, call.ownerId, params.id)),
  ),
];
