/** Thrown by a gate (`ListerContext.gate`): its time is over, and nothing was sent. */
export class TooLate extends Error {
  override readonly name = 'TooLate';

  constructor() {
    super('too late to send');
  }
}
