import { lengthsMax } from '@bowerbird/catalog/invariants/invariants';
import { apiBase, type Route } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/api/app.ts';
import { filledInput } from '../../../testing/api/filled-input.ts';
import { inputParts } from '../../../testing/api/inputs.ts';
import { microsecondsOfCall, timesLinear } from '../../../testing/clock/processor-time.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { wholeApi } from '../../../testing/one-of-everything/one-of-everything.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { cleanHtml } from '../../products/write/description.ts';
import { servedRoutes } from '../../program/served.ts';
import { connectPracticeStore } from '../../stores/practice.ts';
import { realClock } from '../../time/clock.ts';

const { db } = await testDatabase();
const { app, services, ann, administrator } = await wholeApi(db);
const merchants = await signIn(app, ann);
const administrators = await signIn(app, administrator);
const [product = ''] = await ownProducts(db, ann.ownerId, [mug]);
const store = (await connectPracticeStore(services, ann.ownerId)) ?? '';
const routes: Route[] = servedRoutes(realClock)
  .map(({ route }) => route)
  .filter((route) =>
    inputParts(route).some(({ schema, from }) => from !== 'params' && schema._zod.def.type === 'string'),
  );

/** Alternatives of a union that are tried: more than any union with free text has. */
const ways = 6;
/** Microseconds; far above what any call takes, far below what a backtracking pattern takes on a long text. */
const limit = { base: 200_000, perCharacter: 0.5 };

it.each([
  ['elements', '<a '],
  ['elements that end', '<p></p>'],
  ['comments', '<!--'],
  ['characters by name', '&amp'],
  ['attributes', '<p a="'],
  ['styles', '<p style="color:red;'],
])(
  'cleans a description of a million characters of %s in time that grows with its length',
  { tags: ['slow'] },
  (_what, row) => {
    const html = row.repeat(Math.floor(lengthsMax.descriptionHtml / row.length));

    expect(timesLinear(() => void cleanHtml(html), html.length, 1000)).toBeLessThan(1000);
  },
);

it.each([')', '<a '])(
  'answers calls with all texts at full length of %j in processor time that grows with their length [asvs 15.2.2]',
  { tags: ['slow'] },
  async (row) => {
    // A pattern that backtracks over a row does so if something else follows the row.
    const filling = (length: number) =>
      `${row.repeat(Math.ceil(length / row.length)).slice(0, Math.max(0, length - 1))}${length > 0 ? 'x' : ''}`;
    const wrong: string[] = [];
    for (const route of routes) {
      const inputs = new Set<string>();
      for (let way = 0; way < ways; way += 1) {
        const input = JSON.stringify({
          query: filled(route.query, filling, way),
          body: filled(route.body, filling, way),
        });
        // Short texts are covered by their schema's own test, whatever their content.
        if (row === ')' || input.length > 2000) {
          inputs.add(input);
        }
      }
      for (const input of inputs) {
        const { took, status } = await call(route, input);
        const allowed = limit.base + input.length * limit.perCharacter;
        if (took > allowed || status >= 500) {
          wrong.push(
            `${route.method} ${route.path} ${status} ${Math.round(took / 1000)} ms of ${Math.round(allowed / 1000)}`,
          );
        }
      }
    }

    expect(wrong).toEqual([]);
  },
);

function filled(schema: Route['body'], filling: (length: number) => string, way: number): unknown {
  return schema && named(filledInput(schema, filling, way));
}

/** Replaces invented ids by existing ones, so that a call gets further than looking them up. */
function named(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input), (key, value) =>
    key === 'storeIds' ? [store] : key === 'ids' ? [product] : value,
  );
}

/** Returns the faster of two tries if the first was slow. */
async function call(route: Route, input: string): Promise<{ took: number; status: number }> {
  const { query, body }: { query?: object; body?: object } = JSON.parse(input);
  const search = String(
    new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
  );
  const needs = typeof route.needs === 'object' ? route.needs.permission : '';
  let status = 0;
  const once = () =>
    microsecondsOfCall(async () => {
      const answer = await app.inject({
        method: route.method,
        url: `${apiBase}${route.path.replaceAll(/:\w+/g, product)}?${search}`,
        headers: ['people', 'system', 'articles'].includes(needs) ? administrators : merchants,
        ...(body && { payload: body }),
      });
      status = answer.statusCode;
    });
  const first = await once();
  return { took: first < limit.base ? first : Math.min(first, await once()), status };
}
