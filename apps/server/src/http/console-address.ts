import type { Call } from './serve.ts';

/**
 * Returns the address of the console, for links in messages: as configured, else the address that this call was sent
 * to.
 */
export function consoleAddress({ services, request }: Pick<Call, 'services' | 'request'>): string {
  return services.config.publicUrl ?? `${request.protocol}://${request.host}`;
}
