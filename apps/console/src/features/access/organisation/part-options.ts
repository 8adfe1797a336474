import type { OrganisationNode } from '@bowerbird/contract/team/organisation';
import { useMemo } from 'react';
import { useOrganisation } from '../queries.ts';

/** Returns the parts of the organisation as options, each with the names of its ancestors. */
export function usePartOptions(): { value: string; label: string }[] {
  const { data } = useOrganisation();
  return useMemo(() => optionsOf(data ?? []), [data]);
}

function optionsOf(nodes: OrganisationNode[]): { value: string; label: string }[] {
  const byParent = Map.groupBy(nodes, ({ parentId }) => parentId);
  const walk = (parentId: string | null, above: string): { value: string; label: string }[] =>
    (byParent.get(parentId) ?? []).flatMap(({ id, name }) => {
      const label = above === '' ? name : `${above} / ${name}`;
      return [{ value: id, label }, ...walk(id, label)];
    });
  return walk(null, '');
}
