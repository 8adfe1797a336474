import { getConsoleSettings } from '@bowerbird/contract/console-settings';
import { type Served, serve } from './http/serve.ts';

export const consoleSettingsRoutes: Served[] = [
  serve(getConsoleSettings, async (_input, { services: { config } }) => ({
    links: config.links,
    signInMethods: ['password' as const, 'mobile' as const],
  })),
];
