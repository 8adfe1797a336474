import type { Call } from '../http/serve.ts';
import { mergeRun } from './merge-run.ts';

/**
 * Merges what a browser delivered into the products claimed from it. What was delivered is saved, whatever becomes of
 * this: what could not be merged now is with the next reading.
 */
export async function mergeDelivered({ services, ownerId }: Call, runId: string): Promise<void> {
  try {
    await mergeRun(services, { ownerId, runId });
  } catch (thrown) {
    services.log.warn({ error: String(thrown), runId }, 'What a browser delivered could not be merged');
  }
}
