import type { Call } from './serve.ts';

/** Where people reach the console, for links in messages: as configured, else where this call came to. */
export function consoleAddress({ services, request }: Pick<Call, 'services' | 'request'>): string {
  return services.config.publicUrl ?? `${request.protocol}://${request.host}`;
}
