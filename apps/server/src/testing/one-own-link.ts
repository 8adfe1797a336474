import type { WorkplaceBoard } from '@bowerbird/contract/workplace-config';

/** A quick link of the caller's own; answers its id. */
export async function oneOwnLink(
  ask: <Answer>(method: 'POST', path: string, body: object) => Promise<Answer>,
): Promise<string> {
  const { links } = await ask<WorkplaceBoard>('POST', '/workplace/links', {
    path: '/list/query-list',
    title: 'Runs of Ann',
  });
  return links.find(({ own }) => own)?.id ?? '';
}
