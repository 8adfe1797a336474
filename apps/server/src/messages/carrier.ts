import type { Template } from './texts/template.ts';
import type { Written } from './write.ts';

/** One outgoing message. */
export interface Outgoing {
  /** Id in the outbox: identifies a message that was sent twice after a crash. */
  id: string;
  to: string;
  template: Template;
  values: Record<string, string>;
  written: Written;
}

/**
 * Hands messages of one channel to the delivering service. `carry` resolves once the service has accepted the message.
 * It throws an `AppError` whose retry says whether trying later can help: `message.recipient-refused`,
 * `message.provider-refused`, `message.no-template`, or for later `message.provider-unreachable`, `message.slow-down`.
 */
export interface Carrier {
  carry(message: Outgoing): Promise<void>;
  close(): void;
}
