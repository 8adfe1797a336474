import { type AdminContext, isoTime, type View } from '../../admin/admin-context.ts';
import { gid } from '../../admin/gid.ts';
import type { StoredDefinition, StoredMetafield } from '../../admin/record.ts';
import { connection, type PageArguments } from '../connection.ts';

/** The namespace of metafields that an app sends without one. */
export const appNamespace = 'app--190000000001';

/** Returns the namespace for the one sent: none or `$app` is the app's own. */
export function namespaceOf(sent: string | null | undefined): string {
  const given = sent ?? '$app';
  return given.replace(/^\$app(?::(?<rest>.+))?$/, (_, rest?: string) =>
    rest ? `${appNamespace}--${rest}` : appNamespace,
  );
}

/** Returns the fields through which an object exposes its metafields. */
export function metafieldFields(
  metafields: readonly StoredMetafield[],
  ownerType: string,
  owner: () => View,
): View {
  const view = (metafield: StoredMetafield) => metafieldView(metafield, ownerType, owner);
  return {
    metafield: ({ namespace, key }: { namespace?: string | null; key: string }) => {
      const found = metafields.find((one) => one.key === key && one.namespace === namespaceOf(namespace));
      return found ? view(found) : null;
    },
    metafields: (page: PageArguments & { namespace?: string | null; keys?: string[] | null }) =>
      connection(
        metafields.filter(
          (one) =>
            (!page.namespace || one.namespace === namespaceOf(page.namespace)) &&
            (!page.keys || page.keys.includes(one.key) || page.keys.includes(`${one.namespace}.${one.key}`)),
        ),
        page,
        view,
      ),
  };
}

/** Returns a metafield's definition as the Admin API answers it. */
export function definitionView(definition: StoredDefinition, { ledger }: AdminContext): View {
  const { namespace, key } = definition;
  return {
    __typename: 'MetafieldDefinition',
    id: gid('MetafieldDefinition', definition.id),
    namespace,
    key,
    name: definition.name,
    description: definition.description,
    ownerType: definition.ownerType,
    type: { name: definition.type, category: definition.type === 'id' ? 'ID' : 'TEXT' },
    capabilities: { uniqueValues: { eligible: true, enabled: definition.uniqueValues } },
    metafieldsCount: () =>
      [...ledger.products.values()].filter((product) =>
        product.metafields.some((one) => one.namespace === namespace && one.key === key),
      ).length,
  };
}

export function metafieldView(metafield: StoredMetafield, ownerType: string, owner: () => View): View {
  return {
    __typename: 'Metafield',
    ...metafield,
    id: gid('Metafield', metafield.id),
    ownerType,
    owner,
    createdAt: isoTime(metafield.createdAt),
    updatedAt: isoTime(metafield.updatedAt),
  };
}
