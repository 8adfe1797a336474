import { wordpress as platform } from '@bowerbird/platforms/wordpress/index';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { keyIn, type StoredPost } from '@bowerbird/simulators/wordpress/store/ledger';
import { wordpressFields } from '../fields/wordpress.ts';
import { type SimulatedPlatform, type SimulatedProduct, watchMap } from '../judge/simulated-view.ts';

export const wordpress: SimulatedPlatform = {
  platform,
  creates: '/batch/v1',
  fields: wordpressFields,
  notCompared: {
    'file.content': 'of the file of an image, whichever product shows it',
    'file.excerpt': 'of the file of an image, whichever product shows it',
    'file.featuredMedia': 'of the file of an image, whichever product shows it',
    'file.password': 'of the file of an image, whichever product shows it',
    'file.status': 'of the file of an image, whichever product shows it',
    'file.title': 'of the file of an image, whichever product shows it',
    'file.alt': 'of the file of an image, whichever product shows it',
    'post.password': 'never sent',
  },
  faults: [{ kind: 'stale-reads', value: 20_000 }],
  open(name, outside) {
    const site = createWordpressSite({ name, outside });
    const { user, applicationPassword } = site.settings;
    const { ledger } = site;
    const read = (post: StoredPost): SimulatedProduct => ({
      id: String(post.id),
      key: keyIn(post),
      title: post.title,
      content: wordpressFields.held({ post, ledger }),
      state: post.status === 'publish' ? 'shown' : post.status === 'trash' ? 'trashed' : 'hidden',
      by: post.title === 'Theirs' ? 'unmanaged' : post.title.endsWith('(copy)') ? 'merchant' : 'us',
      whole: JSON.stringify(post),
    });
    return {
      simulation: site,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      products() {
        site.view();
        return [...ledger.posts.values()].filter(({ type }) => type === 'post').map(read);
      },
      standing(id) {
        const post = ledger.posts.get(Number(id));
        return post?.type === 'post' ? read(post) : null;
      },
      watch: (changed) => watchMap(ledger.posts, (id) => changed(String(id))),
      records() {
        const all = [...ledger.posts.values()];
        return {
          post: all.filter(({ type }) => type === 'post'),
          file: all.filter(({ type }) => type === 'attachment'),
          term: [...ledger.terms.values()],
        };
      },
      files: () => [...site.ledger.posts.values()].flatMap(({ file }) => file?.name ?? []),
      plant: (handle) =>
        void site.ledger.create({ title: 'Theirs', slug: handle, status: 'publish' }, 1, outside.now()),
      edit(id, title) {
        const post = site.ledger.posts.get(Number(id));
        if (post) {
          site.ledger.update(post, { title }, outside.now());
        }
      },
      publish(id) {
        const post = site.ledger.posts.get(Number(id));
        if (post) {
          site.ledger.update(post, { status: 'publish' }, outside.now());
        }
      },
      remove(id) {
        const post = site.ledger.posts.get(Number(id));
        if (post) {
          site.ledger.remove(post);
        }
      },
    };
  },
};
