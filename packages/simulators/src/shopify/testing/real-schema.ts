import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, buildSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

const root = join(import.meta.dirname, '../../../../..');
const recorded = join(root, '../shared/fixtures/shopify');

/** Returns a file of the recorded Shopify answers; null where they are not present. */
export function recordedFile(path: string): string | null {
  const file = join(recorded, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns Shopify's real Admin schema 2026-10, recorded or fetched by the bootstrap; null where neither is present. */
export function realSchema(): GraphQLSchema | null {
  const file = join(recorded, 'admin/admin-2026-10.graphql.gz');
  const fetched = join(root, 'node_modules/.cache/shopify-admin-2026-10.json.gz');
  if (existsSync(file)) {
    return buildSchema(unpacked(file), { assumeValid: true });
  }
  if (!existsSync(fetched)) {
    return null;
  }
  const { data }: { data: IntrospectionQuery } = JSON.parse(unpacked(fetched));
  return buildClientSchema(data, { assumeValid: true });
}

function unpacked(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}
