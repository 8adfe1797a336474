import { wordpress as platform } from '@bowerbird/platforms/wordpress/index';
import { createWordpressSite } from '@bowerbird/platforms/wordpress/simulate/shop';
import { keyIn } from '@bowerbird/platforms/wordpress/simulate/store/ledger';
import { type PlayedPlatform, withTwoDecimals } from '../played-view.ts';

export const wordpress: PlayedPlatform = {
  platform,
  creates: '/batch/v1',
  faults: [],
  open(name, outside) {
    const site = createWordpressSite({ name, outside });
    const { user, applicationPassword } = site.settings;
    return {
      simulation: site,
      connection: 'application-password',
      credentials: { user, applicationPassword },
      products() {
        site.view();
        const posts = [...site.ledger.posts.values()].filter(({ type }) => type === 'post');
        return posts.map((post) => ({
          id: String(post.id),
          key: keyIn(post),
          title: post.title,
          prices: (post.content.match(/\d+\.\d\d/g) ?? []).flatMap(withTwoDecimals),
          handle: post.slug,
          pictures: (post.featuredMedia > 0 ? 1 : 0) + (post.content.match(/<img /g)?.length ?? 0),
          state: post.status === 'publish' ? 'shown' : post.status === 'trash' ? 'trashed' : 'hidden',
          by: post.title === 'Theirs' ? 'stranger' : post.title.endsWith('(copy)') ? 'merchant' : 'us',
          whole: JSON.stringify(post),
        }));
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
      remove(id) {
        const post = site.ledger.posts.get(Number(id));
        if (post) {
          site.ledger.remove(post);
        }
      },
    };
  },
};
