import type { AdminContext, View } from '../../admin/admin-context.ts';
import { connection, type PageArguments } from '../connection.ts';
import { definitionView, namespaceOf } from './metafield-view.ts';

interface DefinitionInput {
  namespace?: string | null;
  key: string;
  name: string;
  description?: string | null;
  type: string;
  ownerType: string;
  capabilities?: { uniqueValues?: { enabled: boolean } | null } | null;
}

const uniqueTypes = ['id', 'single_line_text_field', 'number_integer', 'url'];

/** Simulates `metafieldDefinitionCreate`: a second definition of the same name is `TAKEN`. */
export function metafieldDefinitionCreate(
  { definition }: { definition: DefinitionInput },
  context: AdminContext,
): View {
  const { ledger } = context;
  const namespace = namespaceOf(definition.namespace);
  const unique = definition.capabilities?.uniqueValues?.enabled;
  const wrong = faultOf(definition, namespace, unique, context);
  if (wrong) {
    const [code, field, message] = wrong;
    return { createdDefinition: null, userErrors: [{ code, field: ['definition', field], message }] };
  }
  const created = {
    id: ledger.newId(),
    namespace,
    key: definition.key,
    name: definition.name,
    description: definition.description ?? null,
    type: definition.type,
    ownerType: definition.ownerType,
    uniqueValues: unique ?? definition.type === 'id',
  };
  ledger.saveDefinition(created);
  return { createdDefinition: definitionView(created, context), userErrors: [] };
}

/** Simulates `metafieldDefinitions` of one owner type, filtered by namespace and key where given. */
export function metafieldDefinitions(
  requested: PageArguments & { ownerType: string; namespace?: string | null; key?: string | null },
  context: AdminContext,
): View {
  const found = [...context.ledger.definitions.values()].filter(
    ({ ownerType, namespace, key }) =>
      ownerType === requested.ownerType &&
      (!requested.namespace || namespace === namespaceOf(requested.namespace)) &&
      (!requested.key || key === requested.key),
  );
  return connection(found, requested, (definition) => definitionView(definition, context));
}

function faultOf(
  { key, name, type, ownerType }: DefinitionInput,
  namespace: string,
  unique: boolean | undefined,
  { ledger }: AdminContext,
): [code: string, field: string, message: string] | null {
  if (namespace === 'shopify') {
    return ['RESERVED_NAMESPACE_KEY', 'namespace', `Namespace ${namespace} is reserved.`];
  }
  if (!/^[\w-]+$/.test(key)) {
    return ['INVALID_CHARACTER', 'key', 'Key contains one or more invalid characters.'];
  }
  if (key.length < 2 || namespace.length < 3) {
    return ['TOO_SHORT', key.length < 2 ? 'key' : 'namespace', 'Key or namespace is too short'];
  }
  if (key.length > 64 || namespace.length > 255) {
    return ['TOO_LONG', key.length > 64 ? 'key' : 'namespace', 'Key or namespace is too long'];
  }
  if (!name.trim()) {
    return ['BLANK', 'name', "Name can't be blank."];
  }
  if (unique && !uniqueTypes.includes(type)) {
    return ['INVALID_CAPABILITY', 'capabilities', 'Unique values are not possible for this type.'];
  }
  if (unique === false && type === 'id') {
    return ['CAPABILITY_REQUIRED_BUT_DISABLED', 'capabilities', 'Unique values are required for this type.'];
  }
  return ledger.definition(namespace, key)?.ownerType === ownerType
    ? ['TAKEN', 'key', `Key is in use for ${ownerType} metafields on the '${namespace}' namespace.`]
    : null;
}
