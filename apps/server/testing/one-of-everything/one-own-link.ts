import type { WorkplaceBoard } from '@bowerbird/contract/system/workplace-config';

/** Creates a quick link of the caller; returns its id. */
export async function oneOwnLink(
  call: <Answer>(method: 'POST', path: string, body: object) => Promise<Answer>,
): Promise<string> {
  const { links } = await call<WorkplaceBoard>('POST', '/workplace/links', {
    path: '/list/query-list',
    title: 'Runs of Ann',
  });
  return links.find(({ own }) => own)?.id ?? '';
}
