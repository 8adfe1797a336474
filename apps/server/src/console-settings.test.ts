import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { consoleSettingsRoutes } from './console-settings-routes.ts';
import { testApp } from './testing/app.ts';
import { testDatabase } from './testing/database.ts';

const { db } = await testDatabase();

it("tells everybody the operator's links as the environment has them now, and only those that were given", async () => {
  const config = readConfig({
    BOWERBIRD_LINK_HELP: 'https://provider.example/help',
    BOWERBIRD_LINK_ABOUT: '',
    LOG_LEVEL: 'silent',
  });
  const { app } = await testApp(db, { served: consoleSettingsRoutes, services: { config } });

  const answer = await app.inject({ method: 'GET', url: '/shop-reptile/api/console/settings' });

  expect(answer.json()).toEqual({
    data: { links: { help: 'https://provider.example/help' }, signInMethods: ['password', 'mobile'] },
  });
});

it('does not start with a link that is none', () => {
  expect(() => readConfig({ BOWERBIRD_LINK_HELP: 'javascript:alert(1)' })).toThrow('BOWERBIRD_LINK_HELP');
});
