import type { ItemTitles } from '@bowerbird/contract/account/access';
import {
  changeNavigationItem,
  getEditableNavigation,
  orderNavigation,
  resetNavigation,
  resetNavigationItem,
} from '@bowerbird/contract/account/access';
import type { AnswerOf, QueryOf } from '@bowerbird/contract/route';
import { listInvitations } from '@bowerbird/contract/team/invitations';
import {
  addOrganisationNode,
  deleteOrganisationNode,
  getOrganisation,
  moveOrganisationNode,
  renameOrganisationNode,
} from '@bowerbird/contract/team/organisation';
import type { Person } from '@bowerbird/contract/team/people';
import { listPeople } from '@bowerbird/contract/team/people';
import { listPermissions, listRoles } from '@bowerbird/contract/team/roles';
import type { QueryClient } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { useMay } from '../../lib/person/session.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';

export const accessKeys = {
  people: ['access', 'people'] as const,
  peopleOf: (filter: PeopleFilter) => ['access', 'people', filter] as const,
  invitations: ['access', 'invitations'] as const,
  roles: ['access', 'roles'] as const,
  permissions: ['access', 'permissions'] as const,
  organisation: ['access', 'organisation'] as const,
  navigation: ['access', 'navigation'] as const,
};

export type PeopleFilter = Omit<NonNullable<QueryOf<typeof listPeople>>, 'cursor' | 'limit'>;

export function usePeople(filter: PeopleFilter, enabled = true) {
  return usePages(
    accessKeys.peopleOf(filter),
    ({ next, signal }) => call(listPeople, { query: { ...filter, limit: '100', ...next } }, { signal }),
    { placeholderData: (held) => held, enabled },
  );
}

export function useInvitations() {
  return useQuery({
    queryKey: accessKeys.invitations,
    queryFn: ({ signal }) => call(listInvitations, {}, { signal }),
  });
}

/** Returns the roles and the permission matrix; requests nothing if the person may not see them. */
export function useRoles() {
  const may = useMay();
  return useQuery({
    queryKey: accessKeys.roles,
    queryFn: ({ signal }) => call(listRoles, {}, { signal }),
    enabled: may('role', 'query'),
  });
}

export function usePermissions() {
  return useQuery({
    queryKey: accessKeys.permissions,
    queryFn: ({ signal }) => call(listPermissions, {}, { signal }),
  });
}

export function useOrganisation() {
  const may = useMay();
  return useQuery({
    queryKey: accessKeys.organisation,
    queryFn: ({ signal }) => call(getOrganisation, {}, { signal }),
    enabled: may('organisation', 'query'),
  });
}

/** Performs one change of people, roles or invitations, then reloads the lists. */
export function useAccessChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => forgetPeople(cache) });
}

function forgetPeople(cache: QueryClient): void {
  for (const key of [accessKeys.people, accessKeys.invitations, accessKeys.roles, accessKeys.organisation]) {
    void cache.invalidateQueries({ queryKey: key });
  }
}

/** Returns a function that updates a changed person in every cached list at once. */
export function useKeepPerson(): (person: Person) => void {
  const cache = useQueryClient();
  return (person) => {
    cache.setQueriesData<ReturnType<typeof usePeople>['data']>({ queryKey: accessKeys.people }, (held) =>
      held === undefined
        ? held
        : {
            ...held,
            pages: held.pages.map((page) => ({
              ...page,
              items: page.items.map((one) => (one.id === person.id ? person : one)),
            })),
          },
    );
  };
}

type Tree = AnswerOf<typeof getOrganisation>;
export type OrganisationChange =
  | { kind: 'add'; parentId: string | null; name: string }
  | { kind: 'rename'; id: string; name: string }
  | { kind: 'move'; id: string; parentId: string | null; before: string | null }
  | { kind: 'delete'; id: string; moveUp: boolean };

/** Every change returns the updated tree. */
export function useChangeOrganisation() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (change: OrganisationChange): Promise<Tree> => {
      switch (change.kind) {
        case 'add':
          return call(addOrganisationNode, { body: { parentId: change.parentId, name: change.name } });
        case 'rename':
          return call(renameOrganisationNode, { params: { id: change.id }, body: { name: change.name } });
        case 'move': {
          const { id, parentId, before } = change;
          return call(moveOrganisationNode, { params: { id }, body: { parentId, before } });
        }
        case 'delete':
          return call(deleteOrganisationNode, {
            params: { id: change.id },
            query: change.moveUp ? { moveUp: 'yes' } : {},
          });
      }
    },
    onSuccess: (tree) => {
      cache.setQueryData(accessKeys.organisation, tree);
      void cache.invalidateQueries({ queryKey: accessKeys.people });
    },
    onError: reportFailure,
  });
}

export function useEditableNavigation() {
  return useQuery({
    queryKey: accessKeys.navigation,
    queryFn: ({ signal }) => call(getEditableNavigation, {}, { signal }),
  });
}

export type NavigationChange =
  | { kind: 'item'; id: string; titles: ItemTitles; icon: string | null; hidden: boolean }
  | { kind: 'order'; parentId: string; ids: string[] }
  | { kind: 'reset-item'; id: string }
  | { kind: 'reset' };

/** Every change returns the updated entries; the console's own menu is updated, too. */
export function useChangeNavigation() {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (change: NavigationChange) => {
      switch (change.kind) {
        case 'item': {
          const { id, titles, icon, hidden } = change;
          return call(changeNavigationItem, { params: { id }, body: { titles, icon, hidden } });
        }
        case 'order':
          return call(orderNavigation, { body: { parentId: change.parentId, ids: change.ids } });
        case 'reset-item':
          return call(resetNavigationItem, { params: { id: change.id } });
        case 'reset':
          return call(resetNavigation);
      }
    },
    onSuccess: (navigation) => {
      cache.setQueryData(accessKeys.navigation, navigation);
      void cache.invalidateQueries({ queryKey: ['session', 'navigation'] });
    },
    onError: reportFailure,
  });
}
