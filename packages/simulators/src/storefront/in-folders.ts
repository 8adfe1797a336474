import type { Simulation } from '../simulation.ts';

/**
 * Creates a host with one shop at its root and others in folders (`/shop2`), like an installation in a folder or a
 * multisite: each behaves as on its own host, moved there with all its addresses. `robots.txt` belongs to the root
 * only.
 */
export function inFolders(root: Simulation, others: Readonly<Record<string, Simulation>>): Simulation {
  return {
    ...root,
    async answer(request) {
      const url = new URL(request.url);
      const folder = Object.keys(others).find((one) => `${url.pathname}/`.startsWith(`${one}/`));
      const site = folder === undefined ? undefined : others[folder];
      if (folder === undefined || site === undefined) {
        return await root.answer(request);
      }
      const inside = new URL(url);
      inside.pathname = url.pathname.slice(folder.length) || '/';
      if (inside.pathname === '/robots.txt') {
        return new Response('Not Found', { status: 404 });
      }
      return await moved(await site.answer(new Request(inside, request)), url.origin, folder);
    },
  };
}

/** Returns an answer with every address of its site moved into the folder. */
async function moved(answer: Response, origin: string, folder: string): Promise<Response> {
  const move = (text: string) =>
    text.replaceAll(`${origin}/`, `${origin}${folder}/`).replaceAll(/(\shref=")\/(?!\/)/g, `$1${folder}/`);
  const headers = new Headers(answer.headers);
  for (const name of ['link', 'location']) {
    const value = headers.get(name);
    if (value !== null) {
      headers.set(name, move(value));
    }
  }
  return new Response(move(await answer.text()), { status: answer.status, headers });
}
