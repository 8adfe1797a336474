/** Whom an attack is for: the service, and the session of the merchant who attacks. */
export interface Victim {
  url: string;
  token: string;
}

export type ToAttacker = ({ kind: 'begin'; attack: string } & Victim) | { kind: 'end' };

export type FromAttacker =
  /** `shop`: host of the hostile shop. */
  | { kind: 'ready'; shop: string }
  /** Calls that were answered, and how many of them with a refusal. */
  | { kind: 'ended'; sent: number; refused: number };
