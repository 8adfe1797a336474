import type { Template } from './messages.ts';
import type { Written } from './write.ts';

/** One message on its way out. */
export interface Outgoing {
  /** Of the outbox: a message sent twice after a crash can be told for one. */
  id: string;
  to: string;
  template: Template;
  values: Record<string, string>;
  written: Written;
}

/**
 * Hands messages of one channel to whoever delivers them. `carry` resolves once it was accepted there; it throws an
 * `AppError` whose retry says whether trying later can help: `message.recipient-refused`, `message.provider-refused`,
 * `message.no-template`, or for later `message.provider-unreachable`, `message.slow-down`.
 */
export interface Carrier {
  carry(message: Outgoing): Promise<void>;
  close(): void;
}
