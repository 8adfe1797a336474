import { pageTextIn } from '../../texts/page.ts';
import type { Desk } from '../desk.ts';
import { leadOfLink } from '../lead-of-link.ts';
import { type Acts, type ShownList, viewOf } from '../shown.ts';
import type { Overlay } from './overlay.ts';

/** Until the worker has said which language its texts are in. */
const firstLanguage = 'zh-CN';

/** What puts on the page how the desk stands. */
export function painter(overlay: Overlay, desk: Desk, acts: Acts, isHidden: () => boolean): () => void {
  let linkedTo: { leads: ShownList['leads']; idOf: ReturnType<typeof leadOfLink> } | null = null;

  return () => {
    const said = pageTextIn(desk.state?.language ?? firstLanguage);
    const { text } = said;
    const shown = isHidden() ? null : desk.shown;
    overlay.showDock(shown === null ? null : viewOf(shown, said, acts), {
      name: text('name'),
      move: text('move'),
      hide: text('hide'),
    });
    const list = shown === null ? null : desk.list();
    if (list === null || desk.platform === null) {
      overlay.hideChecks();
      return;
    }
    const { leads, selected, known } = list;
    if (linkedTo?.leads !== leads) {
      linkedTo = { leads, idOf: leadOfLink(desk.platform.platform.id, leads, new URL(location.href)) };
    }
    const titles = new Map(leads.map(({ id, title, url }) => [id, title ?? url]));
    overlay.showChecks(
      linkedTo.idOf,
      (id) => {
        const title = titles.get(id);
        return title === undefined
          ? null
          : { checked: selected.has(id), known: known.has(id), label: text('choose', { title }) };
      },
      text('knownMark'),
    );
  };
}
