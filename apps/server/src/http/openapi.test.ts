import { apiBase } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { servedRoutes, servedToBrowsers } from '../program/served.ts';
import { realClock } from '../time/clock.ts';

const { db } = await testDatabase();
const { app } = await testApp(db, { every: servedRoutes, browserServed: servedToBrowsers });
const { body } = await app.inject({ url: `${apiBase}/openapi.json` });

interface Described {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[]; responses: object }>>;
}
const document: Described = JSON.parse(body);

it('describes every call, with its parameters and what a failure looks like', () => {
  const missing: string[] = [];
  for (const { route } of [...servedRoutes(realClock), ...servedToBrowsers]) {
    const path = apiBase + route.path.replaceAll(/:(\w+)/g, '{$1}');
    const call = document.paths[path]?.[route.method.toLowerCase()];
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const reported = (call?.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
    if (!call || !('default' in call.responses) || named.join() !== reported.join()) {
      missing.push(`${route.method} ${path}`);
    }
  }

  expect(missing).toEqual([]);
});

it('refers to nothing that it does not hold', () => {
  const refers = [...body.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
  const held = (pointer: string) =>
    pointer
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
        document,
      );

  expect(refers.length).toBeGreaterThan(0);
  expect(refers.filter((pointer) => !pointer.startsWith('#/') || held(pointer) === undefined)).toEqual([]);
});
