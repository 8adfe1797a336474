/** Target of an attack: the service, and the session of the attacking merchant. */
export interface Victim {
  url: string;
  token: string;
}

export type ToAttacker = ({ kind: 'begin'; attack: string } & Victim) | { kind: 'end' };

export type FromAttacker =
  /** `shop`: host of the hostile shop. */
  | { kind: 'ready'; shop: string }
  /** Number of answered calls, and how many of them were refused. */
  | { kind: 'ended'; sent: number; refused: number };
