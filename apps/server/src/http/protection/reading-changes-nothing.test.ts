import { apiBase } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { oneOfEverything, wholeApi } from '../../../testing/one-of-everything/one-of-everything.ts';
import { allRows, withClient } from '../../backup/testing.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';

const { db, adminUrl } = await testDatabase();
const api = await wholeApi(db);

it('no call by GET changes a row, for a merchant and an administrator [asvs 3.5.3]', {
  tags: ['slow'],
}, async () => {
  const ids = Object.values(await oneOfEverything(api)).filter((id) => typeof id === 'string');
  const people = [
    { headers: await signIn(api.app, api.ann), tries: ids },
    { headers: await signIn(api.app, api.administrator), tries: ids.slice(0, 2) },
  ];
  const before = await withClient(adminUrl, allRows);
  const reading = [
    ...servedRoutes(realClock),
    ...servedToBrowsers.filter(({ route }) => route.streams === 'file'),
  ];
  let answered = 0;

  for (const { route } of reading.filter((each) => each.route.method === 'GET')) {
    for (const { headers, tries } of people) {
      // The first id for which the route returns something.
      for (const id of route.path.includes(':') ? tries : ['']) {
        const url = apiBase + route.path.replaceAll(/:\w+/g, id);
        const answer = await api.app.inject({
          url,
          headers: { ...headers, 'x-http-method-override': 'DELETE' },
        });
        if (answer.statusCode < 300 || answer.statusCode === 403) {
          answered += answer.statusCode < 300 ? 1 : 0;
          break;
        }
      }
    }
  }

  expect(answered).toBeGreaterThan(100);
  expect(await withClient(adminUrl, allRows)).toEqual(before);
});
