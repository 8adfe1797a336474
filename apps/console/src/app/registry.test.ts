import { describe, expect, it } from 'vitest';
import { hasPage } from './registry.tsx';

/** Pages that this version does not have, each with the reason. */
const absent: Record<string, string> = {};

function lacking(components: readonly string[]): string[] {
  return components.filter((component) => !hasPage(component) && !(component in absent));
}

describe('the pages of the specification', () => {
  it('are there for products and collecting', () => {
    expect(
      lacking([
        'ProductList',
        'ProductCollect',
        'CategoryCollect',
        'ProductDetials',
        'CollectedResults',
        'CollectedProductDetials',
      ]),
    ).toEqual([]);
  });

  it('are there for management, whose modals are drawers of their pages', () => {
    expect(
      lacking([
        'UserList',
        'Articles',
        'ArticleDetails',
        'ArticleEdit',
        'WorkplaceConfig',
        'PermissionList',
        'RoleList',
        'TreeList',
      ]),
    ).toEqual([]);
  });

  it('are there under the names of the template, with work of our own', () => {
    expect(
      lacking([
        'BasicForm',
        'StepForm',
        'AdvanceForm',
        'TableList',
        'StandardList',
        'CardList',
        'QueryList',
        'SearchLayout',
        'ProfileBasic',
        'ProfileAdvanced',
        'ResultSuccess',
        'ResultFail',
      ]),
    ).toEqual([]);
  });

  it('are named absent only while they are', () => {
    expect(Object.keys(absent).filter(hasPage)).toEqual([]);
  });
});
