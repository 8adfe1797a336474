import { pageTextIn } from '../../texts/page.ts';
import type { Controller } from '../controller.ts';
import { type Actions, type ShownList, viewOf } from '../reading/shown.ts';
import { sourceLinkOf } from '../source-link-of.ts';
import type { Overlay } from './overlay.ts';

/** Used until the worker has reported the language of its texts. */
const firstLanguage = 'zh-CN';

/** Returns a function that renders the page's current state (`Controller`) on the page. */
export function painter(
  overlay: Overlay,
  controller: Controller,
  actions: Actions,
  isHidden: () => boolean,
): () => void {
  let linkedTo: { sourceLinks: ShownList['sourceLinks']; idOf: ReturnType<typeof sourceLinkOf> } | null =
    null;

  return () => {
    const said = pageTextIn(controller.state?.language ?? firstLanguage);
    const { text } = said;
    const shown = isHidden() ? null : controller.shown;
    overlay.showDock(shown === null ? null : viewOf(shown, said, actions), {
      name: text('name'),
      move: text('move'),
      hide: text('hide'),
    });
    const list = shown === null ? null : controller.list();
    if (list === null || controller.platform === null) {
      overlay.hideChecks();
      return;
    }
    const { sourceLinks, selected, known } = list;
    if (linkedTo?.sourceLinks !== sourceLinks) {
      linkedTo = {
        sourceLinks,
        idOf: sourceLinkOf(controller.platform.platform.id, sourceLinks, new URL(location.href)),
      };
    }
    const titles = new Map(sourceLinks.map(({ id, title, url }) => [id, title ?? url]));
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
