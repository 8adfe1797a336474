import type { Call } from '../http/serve.ts';
import { mergeRun } from './merge-run.ts';

/**
 * Merges what a browser delivered into the products claimed from it. The delivery is saved in any case: what cannot be
 * merged now is merged with the next snapshot.
 */
export async function mergeDelivered({ services, ownerId }: Call, runId: string): Promise<void> {
  try {
    await mergeRun(services, { ownerId, runId });
  } catch (thrown) {
    services.log.warn({ error: String(thrown), runId }, 'What a browser delivered could not be merged');
  }
}
