import type { Trash } from '../../listing/writer.ts';
import { isObject, textOf } from '../../reading/unread.ts';
import { list } from './look.ts';
import { sendAll } from './write.ts';

/** Writing any status to a post restores it from the trash. */
export const trash: Trash = {
  async due(id, keys, store, context) {
    const [thrown] = await list({ include: id, status: 'trash' }, store, context);
    return thrown?.key && keys.includes(thrown.key) ? { id } : null;
  },
  async bring(step, store, context) {
    const id = isObject(step) ? textOf(step.id) : null;
    const part = { method: 'POST', path: `/wp/v2/posts/${id}`, body: { status: 'draft' } } as const;
    const [outcome] = await sendAll([part], store, context);
    return outcome ?? { outcome: 'unknown', because: 'no word of it' };
  },
};
