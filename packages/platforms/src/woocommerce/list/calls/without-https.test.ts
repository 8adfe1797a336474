import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import { contextWith } from '../../../testing/lister/bench.ts';
import { lister } from '../lister.ts';
import { freshStore, item, mug } from '../testing.ts';

describe('a shop on the internet that has no https', () => {
  /** The simulated store answers only by http, under a name of the internet. */
  function shop(connection: 'rest-keys' | 'application-password', answersHttp = true) {
    const { store, requested } = freshStore({ connection, store: { https: false } });
    const simulated = fetchFrom(new Map([['shop.example', store]]));
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      const secret =
        new Headers(init?.headers).has('authorization') || url.searchParams.has('consumer_secret');
      sent.push(`${url.protocol}${secret ? ' with a secret' : ''}`);
      if (url.protocol === 'https:' || !answersHttp) {
        throw new TypeError('connection refused');
      }
      return await simulated(input, init);
    };
    return { access: { ...requested.access, domain: 'shop.example' }, context: contextWith(fetch), sent };
  }

  it('is listed to by signed requests, and no secret leaves us unencrypted', async () => {
    const { access, context, sent } = shop('rest-keys');

    const { rights } = await lister.connector.identify(access, context);
    const { details } = await lister.connector.prepare(access, context);
    const [outcome] = await lister.writer.create([item(mug)], { ...access, prepared: details }, context);

    expect(rights).toContainEqual({ right: 'https', needed: false, held: false });
    expect(outcome?.outcome).toBe('applied');
    expect(sent).not.toContain('http: with a secret');
  });

  it('opens to no application password, and http is told as the reason', async () => {
    const { access, context, sent } = shop('application-password');

    await expect(lister.connector.identify(access, context)).rejects.toMatchObject({
      code: 'store.https-needed',
    });
    expect(sent).not.toContain('http: with a secret');
  });

  it.each(['rest-keys', 'application-password'] as const)(
    'is told as not to be reached where it is not: %s',
    async (connection) => {
      const { access, context } = shop(connection, false);

      await expect(lister.connector.identify(access, context)).rejects.toMatchObject({
        code: 'store.unreachable',
      });
    },
  );
});
